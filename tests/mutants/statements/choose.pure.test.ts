import { expect, test } from 'vitest'
import { chooseTests } from './choose.ts'

const one = (file: string, ms: number, kinds?: string[]) => ({
  file: `tests/${file}.test.ts`,
  name: file,
  passed: true,
  ms,
  answers: kinds === undefined ? {} : { 'rooms/find': kinds },
})
const names = (tests: ReturnType<typeof one>[], most: number) =>
  chooseTests(tests, 'rooms/find', most).map(({ name }) => name)

test('tests that do not run the statement are left out', () => {
  expect(names([one('a/a', 1), one('a/b', 2, ['x'])], 5)).toEqual(['a/b'])
})

test('who sees another answer goes before who is faster, and who is of the room before who is of another', () => {
  const tests = [one('a/a', 10, ['x']), one('a/b', 20, ['x']), one('a/c', 100, ['y']), one('rooms/d', 30, ['x'])]
  expect(names(tests, 2)).toEqual(['a/a', 'a/c'])
  expect(names(tests, 3)).toEqual(['a/a', 'rooms/d', 'a/c'])
})

test('slow tests are for what nothing faster runs', () => {
  const others = [one('b/a', 10), one('b/b', 10), one('b/c', 10)]
  expect(names([...others, one('a/a', 90, ['x', 'y']), one('a/b', 10, ['x'])], 5)).toEqual(['a/b'])
  expect(names([...others, one('a/a', 90, ['x'])], 5)).toEqual(['a/a'])
})
