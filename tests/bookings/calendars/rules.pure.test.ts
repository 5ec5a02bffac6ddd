import rrule from 'rrule'
import { describe, expect, test } from 'vitest'
import { RefusedRule } from '../../../src/bookings/calendars/rules.ts'
import { SEED } from '../../support/random.ts'
import { CELLS, daysOf, ruleOfStart, rulesOf } from '../../support/recurrence.ts'

const [FROM, TO] = ['2027-01-01', '2028-01-01']
const COUNT = 100
/** Fixed, unless SEED says otherwise; `npm run rules` takes new ones. */
const seed = process.env.SEED === undefined ? 1 : SEED

/** The same by the npm package rrule, which looks through all years for a position that no period has. */
function daysOfRrule(start: string, rule: string): string[] {
  const text = `DTSTART:${start.replaceAll(/[-:]/g, '')}\nRRULE:${rule}`
  const found = rrule.rrulestr(text).between(new Date(FROM), new Date(TO), true)
  return [...new Set(found.map((date) => date.toISOString().slice(0, 10)))].toSorted()
}

// Days of rules by hours and of positions are judged by dateutil, in npm run rules, because rrule takes minutes for them.
const cells = CELLS.filter(({ freq, part }) => /^(?:YEARLY|MONTHLY|WEEKLY|DAILY)$/.test(freq) && part !== 'BYSETPOS')

describe(`random rules, SEED=${seed}`, () => {
  test.for(cells)('$freq with $part: two libraries read the same days', (cell) => {
    let compared = 0
    for (const each of rulesOf(seed, cell, COUNT, FROM)) {
      const rule = ruleOfStart(each)
      // It would follow these to the year 9999.
      if (!/(?:COUNT|UNTIL)=/.test(rule) && /BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYDAY=[^;]*\d/.test(rule)) continue
      try {
        expect(daysOf(each, FROM, TO), `${each.start} ${rule}`).toEqual(daysOfRrule(each.start, rule))
        compared++
      } catch (error) {
        if (!(error instanceof RefusedRule)) throw error
      }
    }
    expect(compared).toBeGreaterThan(COUNT / 5)
  })

  test('at most one in a hundred is refused', () => {
    const reasons = CELLS.flatMap((cell) =>
      [...rulesOf(seed, cell, COUNT, FROM)].map((each) => {
        try {
          return daysOf(each, FROM, '2027-02-01') && undefined
        } catch (error) {
          if (error instanceof RefusedRule) return error.reason
          throw error
        }
      }),
    )
    expect(reasons.filter((reason) => reason !== undefined).length).toBeLessThanOrEqual(reasons.length / 100)
  })
})

test.for([
  // The library alone reads these differently.
  ['FREQ=YEARLY;BYYEARDAY=1,32;BYDAY=MO', ['2027-02-01']],
  ['FREQ=YEARLY;BYWEEKNO=1;BYMONTHDAY=5', ['2027-01-05']],
  ['FREQ=YEARLY;BYWEEKNO=2', ['2027-01-15']],
  ['FREQ=YEARLY;BYMONTHDAY=-1;BYDAY=1SU,-1SU', ['2028-12-31']],
  ['FREQ=WEEKLY;BYDAY=MO,WE;BYSETPOS=1,-2;COUNT=3', ['2027-01-04', '2027-01-11', '2027-01-18']],
] as const)('%s', ([rule, days]) => {
  expect(daysOf({ start: '2027-01-01T00:00:00Z', rule }, '2027-01-01', '2029-01-01').slice(0, days.length)).toEqual(
    days,
  )
})
