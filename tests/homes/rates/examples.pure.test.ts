import { describe, expect, test } from 'vitest'
import { guestRefund } from '../../../src/homes/rates/cancellation.ts'
import type { PricedStay } from '../../../src/homes/rates/priced-stay.ts'
import { fromCents } from '../../../src/platform/lib/money.ts'
import { EXAMPLE_B, price, season } from '../../support/pricing.ts'

const amountOf = (priced: PricedStay, code: string) => priced.lines.find((line) => line.code === code)?.amount_cents

describe('worked examples of docs/design/domain.md, "Price of a stay"', () => {
  test('A: extra guests and cleaning', () => {
    const priced = price(
      { base_price_cents: 5_000, extra_guest_fee_cents: 1_000, cleaning_fee_cents: 2_000 },
      { check_in: '2026-03-02', check_out: '2026-03-04', adults: 4 },
    )
    expect(fromCents(priced.total_cents)).toBe(160)
  })

  test('B: weekend prices and a reduction by nights', () => {
    const priced = price(EXAMPLE_B, { adults: 4 }, { seasons: [season({})] })
    expect(amountOf(priced, 'accommodation')).toBe(90_000)
    expect(amountOf(priced, 'season_reduction')).toBe(-9_900)
    expect(amountOf(priced, 'extra_guests')).toBe(14_000)
    expect(fromCents(priced.total_cents)).toBe(1001)
  })

  test('C: a reduction by booking takes all nights when it contains the arrival', () => {
    const priced = price(
      EXAMPLE_B,
      { adults: 4 },
      { seasons: [season({ policy: 'booking', start_date: '2026-06-15' })] },
    )
    expect(amountOf(priced, 'season_reduction')).toBe(-13_500)
    expect(fromCents(priced.total_cents)).toBe(965)
  })

  test('D: a reduction by booking does nothing when the arrival is outside', () => {
    const priced = price(EXAMPLE_B, { adults: 4 }, { seasons: [season({ policy: 'booking' })] })
    expect(fromCents(priced.total_cents)).toBe(1100)
  })

  test('E: each night takes the narrowest season', () => {
    const priced = price(
      { base_price_cents: 10_000 },
      { check_in: '2026-07-13', check_out: '2026-07-17' },
      {
        seasons: [
          season({ id: 1, reduction_hundredths: 1_000 }),
          season({ id: 2, start_date: '2026-07-14', end_date: '2026-07-16', reduction_hundredths: 2_500 }),
        ],
      },
    )
    expect(priced.nightly.map((night) => night.net_cents)).toEqual([9_000, 7_500, 7_500, 7_500])
    expect(fromCents(priced.total_cents)).toBe(315)
  })

  test.each([
    ['nights', 87.48],
    ['booking', 87.49],
  ] as const)('F: rounding half up, %s', (policy, total) => {
    const priced = price(
      { base_price_cents: 3_333 },
      { check_in: '2026-07-06', check_out: '2026-07-09' },
      {
        seasons: [season({ policy, reduction_hundredths: 1_250 })],
      },
    )
    expect(fromCents(priced.total_cents)).toBe(total)
  })

  const WITH_MINORS = { adults: 2, children: 2 }

  test('G: tourist tax as a percent per occupant, minors exempt', () => {
    const priced = price({ base_price_cents: 10_000, included_guests: 4, tax_percent_hundredths: 500 }, WITH_MINORS)
    expect(amountOf(priced, 'tourist_tax')).toBe(1_750)
  })

  test('G with a cap per night and adult', () => {
    const capped = price(
      { base_price_cents: 10_000, included_guests: 4, tax_percent_hundredths: 500, tax_cap_cents: 100 },
      WITH_MINORS,
    )
    expect(amountOf(capped, 'tourist_tax')).toBe(1_400)
  })

  test('G with a fixed tax per night and adult', () => {
    const fixed = price({ tax_per_adult_night_cents: 88 }, WITH_MINORS)
    expect(amountOf(fixed, 'tourist_tax')).toBe(2 * 7 * 88)
  })

  test('H: the refund of B under "moderate", two days before', () => {
    const priced = price(EXAMPLE_B, { adults: 4 }, { seasons: [season({})] })
    expect(fromCents(guestRefund(priced.cancellation, priced.total_cents, priced.total_cents, '2026-06-27'))).toBe(
      460.5,
    )
    expect(guestRefund(priced.cancellation, priced.total_cents, priced.total_cents, '2026-06-24')).toBe(
      priced.total_cents,
    )
    // Only a deposit was paid: the amount that is kept is taken from it first.
    expect(guestRefund(priced.cancellation, priced.total_cents, 30_000, '2026-06-27')).toBe(0)
  })
})
