import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayFromNumber,
  dayNumber,
  daysBetween,
  daysOf,
  isDay,
  isoWeekday,
  isPastEverywhere,
} from '../../../src/platform/lib/days.ts'

const DAY_MS = 86_400_000
const anyDay = fc.integer({ min: Date.parse('1900-01-01') / DAY_MS, max: Date.parse('2199-12-31') / DAY_MS })

describe('days', () => {
  test('agree with the platform’s calendar', () => {
    fc.assert(
      fc.property(anyDay, (number) => {
        const text = dayFromNumber(number)
        const reference = new Date(number * DAY_MS)
        expect(text).toBe(reference.toISOString().slice(0, 10))
        expect(dayNumber(text)).toBe(number)
        expect(isoWeekday(text)).toBe(reference.getUTCDay() || 7)
      }),
      { numRuns: 2_000 },
    )
  })

  test('arithmetic is consistent', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (number, count) => {
        const day = dayFromNumber(number)
        expect(daysBetween(day, addDays(day, count))).toBe(count)
        expect(daysOf(day, addDays(day, count))).toHaveLength(count)
      }),
    )
  })

  test('an era of four hundred years ends with a leap day', () => {
    for (const day of ['1999-12-31', '2000-02-28', '2000-02-29', '2000-03-01', '2100-02-28', '2100-03-01']) {
      const number = Date.parse(day) / DAY_MS
      expect([dayNumber(day), dayFromNumber(number)]).toEqual([number, day])
    }
  })

  test.each([
    '2027-02-29',
    '2027-13-01',
    '2027-00-10',
    '2027-1-1',
    '20270101',
    '2027-01-01T00:00:00Z',
    '12027-01-01',
    ' 2027-01-01',
    '2027-01-0x',
    '',
    '1899-12-31',
    '2200-01-01',
    '9999-01-01',
  ])('%j is no day', (text) => {
    expect(isDay(text)).toBe(false)
  })

  test.each(['2028-02-29', '1900-01-01', '2199-12-31'])('%j is one', (text) => {
    expect(isDay(text)).toBe(true)
  })
})

test('a day is past everywhere twelve hours after it has ended in UTC', () => {
  const noon = Date.UTC(2026, 10, 27, 12)
  const past = (now: number) => ['2026-11-25', '2026-11-26', '2026-11-27'].filter((day) => isPastEverywhere(day, now))
  expect([past(noon - 1), past(noon)]).toEqual([['2026-11-25'], ['2026-11-25', '2026-11-26']])
})
