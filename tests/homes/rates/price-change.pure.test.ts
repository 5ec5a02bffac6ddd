import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { policyOf } from '../../../src/homes/rates/cancellation.ts'
import { type Home, type PricingInput, priceAtTotal, type Stay } from '../../../src/homes/rates/price.ts'
import { priceChange, refundOfChange } from '../../../src/homes/rates/price-change.ts'
import { CANCELLATION_POLICY } from '../../../src/platform/db/enums.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { HOME, price } from '../../support/pricing.ts'

const TODAY = '2026-01-01'
const STAY: Stay = { check_in: '2026-06-29', check_out: '2026-07-03', adults: 2, children: 0, infants: 0 }

const input = (home: Partial<Home>, stay: Partial<Stay>): PricingInput => ({
  home: { ...HOME, ...home },
  days: [],
  seasons: [],
  today: TODAY,
  stay: { ...STAY, ...stay },
})
const change = (
  home: Partial<Home>,
  now: Partial<Home>,
  stay: Partial<Stay>,
  wanted: Parameters<typeof priceChange>[2] = 'requote',
) => {
  const before = { price: price(home, STAY), stay: STAY, is_same_home: true }
  const after = priceChange(input({ ...home, ...now }, stay), before, wanted)
  if (!after) throw new Error('below cleaning and tax')
  return { before: before.price, after }
}

const homes = fc.record({
  base_price_cents: fc.integer({ min: 0, max: 100_000 }),
  cleaning_fee_cents: fc.integer({ min: 0, max: 20_000 }),
  extra_guest_fee_cents: fc.integer({ min: 0, max: 5_000 }),
  included_guests: fc.integer({ min: 1, max: 4 }),
  tax_per_adult_night_cents: fc.option(fc.integer({ min: 0, max: 500 })),
  tax_percent_hundredths: fc.option(fc.integer({ min: 0, max: 1_000 })),
  cancellation_policy: fc.constantFrom(...CANCELLATION_POLICY),
})
const stays = fc
  .record({
    from: fc.integer({ min: -3, max: 10 }),
    nights: fc.integer({ min: 1, max: 12 }),
    adults: fc.integer({ min: 1, max: 6 }),
    children: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ from, nights, ...guests }) => {
    const check_in = addDays(STAY.check_in, from)
    return { ...STAY, ...guests, check_in, check_out: addDays(check_in, nights) }
  })

describe('the price of a changed stay', () => {
  test('is the same when nothing changes but the prices of the home', () => {
    fc.assert(
      fc.property(homes, fc.integer({ min: 0, max: 50_000 }), (home, base_price_cents) => {
        const { before, after } = change(home, { base_price_cents, cleaning_fee_cents: 1 }, {})
        expect(after).toEqual({ ...before, violations: after.violations })
      }),
    )
  })

  test('keeps the price of nights that stay, and takes today’s of those that are added', () => {
    const { after } = change(
      { cleaning_fee_cents: 5_000 },
      { base_price_cents: 20_000, cleaning_fee_cents: 9_000 },
      { check_in: '2026-06-28', check_out: '2026-07-01' },
    )
    expect(after.nightly.map(({ net_cents }) => net_cents)).toEqual([20_000, 12_000, 12_000])
    // Another day of arrival is cleaned at today's fee.
    expect(after.total_cents).toBe(44_000 + 9_000)
  })

  test('charges more guests by today’s fee, and fewer no less than nothing', () => {
    const home = { extra_guest_fee_cents: 1_000 }
    expect(change(home, { extra_guest_fee_cents: 2_500 }, { adults: 4 }).after.total_cents).toBe(4 * (12_000 + 5_000))
    const { after } = change({ ...home, included_guests: 1 }, { extra_guest_fee_cents: 2_500 }, { adults: 1 })
    expect(after.total_cents).toBe(4 * 12_000)
    expect(after.lines.map(({ code }) => code)).toEqual(['accommodation'])
  })

  test('adds up: lines to the total, nights to their lines, and what is set or kept to the cent', () => {
    fc.assert(
      fc.property(homes, homes, stays, fc.integer({ min: 100_000, max: 900_000 }), (home, now, stay, amount) => {
        for (const wanted of ['requote', amount] as const) {
          const { after } = change(home, now, stay, wanted)
          const of = (codes: string[]) =>
            after.lines.filter(({ code }) => codes.includes(code)).reduce((all, line) => all + line.amount_cents, 0)
          const nights = after.nightly.reduce((all, night) => all + night.net_cents + night.extra_guests_cents, 0)
          expect(of(['accommodation', 'season_reduction', 'extra_guests'])).toBe(nights)
          expect(of(['accommodation', 'season_reduction', 'extra_guests', 'cleaning', 'tourist_tax'])).toBe(
            after.total_cents,
          )
          if (wanted !== 'requote') expect(after.total_cents).toBe(amount)
        }
      }),
    )
  })

  test('has the terms of the policy that was booked, from the new arrival', () => {
    const { after } = change(
      { cancellation_policy: 'strict' },
      { cancellation_policy: 'flexible' },
      { check_in: '2026-08-01', check_out: '2026-08-03' },
    )
    expect(after.cancellation.map(({ until, percent_refunded }) => [until, percent_refunded])).toEqual([
      ['2026-07-02', 100],
      ['2026-07-25', 50],
      ['2026-08-01', 0],
    ])
  })

  test('has no terms where it had none, as a stay that was imported', () => {
    const before = { price: { ...price({}, STAY), cancellation: [] }, stay: STAY }
    for (const is_same_home of [true, false])
      for (const wanted of ['requote', 'keep', 50_000] as const) {
        const after = priceChange(input({}, { adults: 1 }), { ...before, is_same_home }, wanted)
        expect(after?.cancellation).toEqual([])
      }
  })

  test('has terms of the same policy, however often it changes, also when the guest is in the house', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CANCELLATION_POLICY), fc.integer({ min: -40, max: 4 }), (policy, days) => {
        const today = addDays(STAY.check_in, days)
        const before = { price: price({ cancellation_policy: policy }, STAY), stay: STAY, is_same_home: true }
        const now = { ...input({ cancellation_policy: 'moderate' }, { adults: 1 }), today }
        const after = priceChange(now, before, 'requote')
        expect(policyOf(after?.cancellation ?? [], STAY.check_in)).toBe(policy)
      }),
    )
  })
})

test('terms tell their policy, however many of their steps are over', () => {
  for (const cancellation_policy of CANCELLATION_POLICY) {
    for (let days = 40; days >= -3; days--) {
      const today = addDays(STAY.check_in, -days)
      const { cancellation } = price({ cancellation_policy }, STAY, { today })
      expect(policyOf(cancellation, STAY.check_in)).toBe(cancellation_policy)
    }
  }
  expect(policyOf([], STAY.check_in)).toBeUndefined()
})

describe('what terms give back for a change', () => {
  const home = { cleaning_fee_cents: 5_000, tax_per_adult_night_cents: 100 }

  test('is today’s step of the nights that are given up, and the tax of these', () => {
    const { before, after } = change({ ...home, cancellation_policy: 'strict' }, {}, { check_out: '2026-07-01' })
    expect(refundOfChange(before, after, TODAY)).toBe(24_000 + 400)
    expect(refundOfChange(before, after, '2026-06-10')).toBe(12_000 + 400)
    expect(refundOfChange(before, after, '2026-06-29')).toBe(400)
    expect(refundOfChange(before, after, '2026-06-30')).toBe(400)
  })

  test('keeps a first night that the step keeps', () => {
    const { before, after } = change(home, {}, { check_in: '2026-07-01' })
    expect(refundOfChange(before, after, TODAY)).toBe(24_000 + 400)
    expect(refundOfChange(before, after, '2026-06-28')).toBe(6_000 + 400)
  })

  test('is nothing where nothing is given up, and never more than the price', () => {
    fc.assert(
      fc.property(homes, stays, (home, stay) => {
        const { before, after } = change(home, {}, stay)
        const back = refundOfChange(before, after, TODAY)
        expect(back).toBeGreaterThanOrEqual(0)
        expect(back).toBeLessThanOrEqual(before.total_cents)
        expect(refundOfChange(before, before, TODAY)).toBe(0)
      }),
    )
  })
})

describe('the price of a total that is set', () => {
  const priced = (total: number) =>
    priceAtTotal(input({ cleaning_fee_cents: 5_000, tax_percent_hundredths: 500 }, {}), total)

  test('has cleaning, a tax in percent of the nights, and the rest for the nights', () => {
    expect(priced(110_000)).toMatchObject({
      total_cents: 110_000,
      lines: [
        { code: 'accommodation', quantity: 4, amount_cents: 100_000 },
        { code: 'cleaning', quantity: 1, amount_cents: 5_000 },
        { code: 'tourist_tax', quantity: 8, amount_cents: 5_000 },
      ],
    })
  })

  test('leaves nothing for the nights where it is just the cleaning, and does not exist below', () => {
    expect(priced(5_000)?.total_cents).toBe(5_000)
    expect(priced(4_999)).toBeUndefined()
  })
})
