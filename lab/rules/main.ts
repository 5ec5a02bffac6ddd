/**
 * `npm run rules [-- --count 100]`: random recurrence rules in every cell of FREQ by BY-part, read by the service and by dateutil (Debian's
 * python3-dateutil). It fails when they disagree on a day, or when more than one rule in a hundred is refused. SEED repeats a run.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { RefusedRule } from '../../src/bookings/calendars/rules.ts'
import { SEED } from '../../tests/support/random.ts'
import { CELLS, daysOf, ruleOfStart, rulesOf } from '../../tests/support/recurrence.ts'

const { values } = parseArgs({ options: { count: { type: 'string', default: '100' } } })
const [from, to] = ['2027-01-01', '2028-03-01']

console.log(`SEED=${SEED}`)
const rules = CELLS.flatMap((cell, index) => [...rulesOf(SEED + index, cell, Number(values.count), from)])
const judge = spawnSync('/usr/bin/python3', [path.join(import.meta.dirname, 'judge.py')], {
  input: JSON.stringify({ from, to, rules: rules.map((rule) => ({ ...rule, rule: ruleOfStart(rule) })) }),
  encoding: 'utf8',
  maxBuffer: 2 ** 30,
})
assert.equal(judge.status, 0, judge.stderr)
const judged: (string[] | null)[] = JSON.parse(judge.stdout)

const counts = { rules: rules.length, agree: 0, refused: 0, unjudged: 0 }
const wrong: object[] = []
for (const [index, rule] of rules.entries()) {
  const expected = judged[index]
  try {
    const days = daysOf(rule, from, to)
    if (expected === null || expected === undefined) counts.unjudged++
    else if (days.join() === expected.join()) counts.agree++
    else wrong.push({ ...rule, days: days.slice(0, 5), expected: expected.slice(0, 5) })
  } catch (error) {
    assert(error instanceof RefusedRule, error as Error)
    counts.refused++
  }
}
console.log(counts)
assert.deepEqual(wrong, [])
assert(counts.refused <= rules.length / 100, 'too many rules are refused')
