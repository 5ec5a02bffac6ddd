import { expect, test } from 'vitest'
import { markdown, tableOf } from '../../faults/check/answers.ts'
import type { Finding } from '../../faults/check/finding.ts'
import { judged } from '../../faults/check/saturated.ts'
import { fold } from '../../faults/history.ts'
import { historyOf } from './history.ts'

const FOUND: Finding[] = [
  { kind: 'stuck', what: 'refund 4 is pending' },
  { kind: 'lost', what: 'booking 1' },
]
const at = (loads: number[]) =>
  historyOf([], fold(loads.map((load, second) => ({ type: 'machine', at: second * 5_000, load }))))
const kinds = (loads: number[]) => judged(at(loads), FOUND).map(({ kind }) => kind)

test('what is stuck on a machine that cannot carry the load is saturated, and what is lost is lost', () => {
  expect(kinds([1, 6, 7, 8])).toEqual(['saturated', 'lost'])
})

test('on a machine that can, and where nobody has looked, it is stuck', () => {
  expect(kinds([1, 1, 1, 9])).toEqual(['stuck', 'lost'])
  expect(kinds([])).toEqual(['stuck', 'lost'])
})

test('the table counts both', () => {
  const history = at([6, 6])
  expect(markdown(tableOf(history, judged(history, FOUND)))).toMatch(
    /\| stuck \| saturated \|[\s\S]+\| none \| {2}\| 0 \| 0 \| 1 \| 0 \| 0 \| 1 \|/,
  )
})
