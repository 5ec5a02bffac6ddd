import path from 'node:path'
import { expect, test } from 'vitest'
import { chooseTests } from '../../mutants/statements/choose.ts'
import { CROWD } from '../../mutants/statements/crowds.ts'
import { APART, FOUND } from '../../mutants/statements/present.ts'

/** A test by its file and its name in it. */
const one = (name: string, ms: number, kinds?: string[]) => ({
  file: `tests/${name.split('/')[0]}.test.ts`,
  name,
  passed: true,
  ms,
  amongNeighbours: false,
  answers: kinds === undefined ? {} : { 'rooms/find': kinds },
})
const names = (tests: ReturnType<typeof one>[], most: number, isOfLock = false) =>
  chooseTests(tests, 'rooms/find', { most, isOfLock }).map(({ name }) => name)

test('tests that do not run the statement are left out', () => {
  expect(names([one('a/a', 1), one('a/b', 2, ['x'])], 5)).toEqual(['a/b'])
})

test('who sees another answer goes before who is faster', () => {
  const tests = [one('a/a', 10, ['x']), one('a/b', 20, ['x']), one('a/c', 100, ['y']), one('b/d', 30, ['x'])]
  expect(names(tests, 2)).toEqual(['a/a', 'a/c'])
})

test('of each file at first one test is taken', () => {
  const tests = [one('a/a', 10, ['x']), one('a/b', 20, ['x']), one('a/c', 100, ['y']), one('b/d', 30, ['x'])]
  expect(names(tests, 3)).toEqual(['a/a', 'b/d', 'a/c'])
})

test('others whose rows could be taken are wanted in several files', () => {
  const tests = [
    one('a/a', 10, ['x', APART]),
    one('a/b', 10, ['x', APART]),
    one('b/c', 50, ['x', APART]),
    one('b/d', 10, ['x']),
    one('c/e', 60, [`${CROWD}rooms`]),
  ]
  expect(names(tests, 3)).toEqual(['a/a', 'b/c', 'c/e'])
})

test('what says that others keep their rows goes first, three of it at most', () => {
  const beside = ['a', 'b', 'c', 'd'].map((name) => one(`beside-${name}/${name}`, 20, ['x']))
  expect(names([...beside, one('a/e', 10, ['y'])], 4)).toEqual(
    ['a/e', 'a', 'b', 'c'].map((name) => expect.stringContaining(name)),
  )
})

test('among neighbours goes before alone, also if it is slower', () => {
  const among = { ...one('a/a', 20, ['x']), amongNeighbours: true }
  expect(names([among, one('b/b', 10, ['x'])], 1)).toEqual(['a/a'])
})

test('what is seldom answered is wanted from several files', () => {
  const usual = Array.from({ length: 20 }, (_, index) => one(`a/${index}`, 10, ['x']))
  const seldom = [one('b/b', 50, ['x', 'y']), one('c/c', 50, ['x', 'y'])]
  expect(names([...usual, ...seldom], 2)).toEqual(['b/b', 'c/c'])
})

test('slow tests are for what nothing faster runs', () => {
  const others = [one('b/a', 10), one('b/b', 10), one('b/c', 10)]
  expect(names([...others, one('a/a', 90, ['x', 'y']), one('a/b', 10, ['x'])], 5)).toEqual(['a/b'])
  expect(names([...others, one('a/a', 90, ['x'])], 5)).toEqual(['a/a'])
})

test('where a statement mostly finds nothing, those are wanted in which it does', () => {
  const tests = [
    ...Array.from({ length: 9 }, (_, index) => one(`a/${index}`, 10, ['x', `${index}`])),
    one('b/b', 50, [`${FOUND}y`]),
    one('beside/c', 10, ['x']),
    one('beside/d', 60, [`${FOUND}y`]),
  ]
  expect(names(tests, 3)).toEqual([expect.stringMatching('a/'), 'b/b', 'beside/d'])
})

test('of a lock those are wanted in which somebody waits', () => {
  const tests = [one('a/a', 10, ['x']), one('locks/b', 60, ['x'])]
  expect([names(tests, 1), names(tests, 1, true)]).toEqual([['a/a'], ['locks/b']])
})

test('what survives is tried with others: those of the room of the statement first, and slow ones too', () => {
  const usual = Array.from({ length: 20 }, (_, index) => one(`a/${index}`, 10, ['x']))
  const ofRoom = { ...one('b/b', 100, ['x']), file: path.join('tests', 'rooms', 'b.test.ts') }
  const slow = one('c/c', 120, ['x'])
  const again = chooseTests([...usual, slow, ofRoom], 'rooms/find', { most: 2, tried: usual })
  expect(again).toEqual([ofRoom, slow])
})
