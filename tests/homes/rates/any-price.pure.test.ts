import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../../../src/platform/lib/days.ts'
import { price } from '../../support/pricing.ts'

const day = fc.integer({ min: 0, max: 400 }).map((offset) => addDays('2026-03-01', offset))
const cents = fc.integer({ min: 0, max: 100_000_000 })
const anySeason = fc
  .record({
    id: fc.integer({ min: 1, max: 9 }),
    start_date: day,
    length: fc.integer({ min: 0, max: 90 }),
    reduction_hundredths: fc.integer({ min: 0, max: 10_000 }),
    min_stay: fc.option(fc.integer({ min: 1, max: 9 })),
    max_stay: fc.option(fc.integer({ min: 1, max: 60 })),
    policy: fc.constantFrom('booking' as const, 'nights' as const),
  })
  .map(({ length, ...fields }) => ({ ...fields, end_date: addDays(fields.start_date, length) }))
const anyInput = fc.record({
  base_price_cents: cents,
  weekend_price_cents: fc.option(cents),
  cleaning_fee_cents: cents,
  extra_guest_fee_cents: cents,
  deposit_percent: fc.integer({ min: 1, max: 100 }),
  balance_due_days: fc.integer({ min: 0, max: 365 }),
  tax_percent_hundredths: fc.option(fc.integer({ min: 0, max: 10_000 })),
  cancellation_policy: fc.constantFrom('flexible' as const, 'moderate' as const, 'strict' as const),
  check_in: day,
  nights: fc.integer({ min: 1, max: 200 }),
  adults: fc.integer({ min: 1, max: 8 }),
  children: fc.integer({ min: 0, max: 5 }),
  seasons: fc.array(anySeason, { maxLength: 5 }),
})

test('lines sum to the total, every amount is a whole number of cents, and due now plus balance is the total', () => {
  fc.assert(
    fc.property(anyInput, ({ check_in, nights, adults, children, seasons, ...home }) => {
      const priced = price(home, { check_in, check_out: addDays(check_in, nights), adults, children }, { seasons })
      const amounts = [
        ...priced.lines.map((line) => line.amount_cents),
        ...priced.nightly.flatMap((night) => [night.base_cents, night.discount_cents, night.net_cents]),
      ]
      expect(amounts.every(Number.isSafeInteger)).toBe(true)
      expect(priced.lines.reduce((sum, line) => sum + line.amount_cents, 0)).toBe(priced.total_cents)
      expect(priced.due_now_cents + priced.balance_cents).toBe(priced.total_cents)
      // Amounts due on another day are never below the minimum of the provider.
      expect(priced.balance_due_on === null || Math.min(priced.due_now_cents, priced.balance_cents) >= 50).toBe(true)
      expect(
        priced.nightly.every(
          (night) => night.net_cents === night.base_cents - night.discount_cents && night.net_cents >= 0,
        ),
      ).toBe(true)
      for (const term of priced.cancellation) {
        expect(term.refund_cents).toBeGreaterThanOrEqual(0)
        expect(term.refund_cents).toBeLessThanOrEqual(priced.total_cents)
      }
    }),
    { numRuns: 500 },
  )
})

test('a longer stay never loses a night: the nights of the shorter one are still there, in order', () => {
  fc.assert(
    fc.property(anyInput, fc.integer({ min: 1, max: 30 }), ({ check_in, nights, adults, children, ...home }, more) => {
      const stay = (count: number) =>
        price(home, { check_in, check_out: addDays(check_in, count), adults, children }, { seasons: [] })
      const short = stay(nights)
      const long = stay(nights + more)
      expect(long.nightly.slice(0, nights)).toEqual(short.nightly)
      expect(long.nightly).toHaveLength(nights + more)
      expect(long.nightly.map((night) => night.date)).toEqual(
        Array.from({ length: nights + more }, (_, index) => addDays(check_in, index)),
      )
    }),
    { numRuns: 300 },
  )
})
