import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../src/lib/days.ts'
import { fromCents } from '../../src/lib/money.ts'
import { cancellationTerms, guestRefund, REFUNDED } from '../../src/pricing/cancellation.ts'
import { type Home, type PricingInput, priceStay, type Season } from '../../src/pricing/price.ts'
import { LINE_CODES, type PricedStay } from '../../src/pricing/priced-stay.ts'

const HOME: Home = {
  currency: 'EUR',
  max_guests: 10,
  included_guests: 2,
  base_price_cents: 12_000,
  weekend_price_cents: null,
  weekend_days: [5, 6],
  cleaning_fee_cents: 0,
  extra_guest_fee_cents: 0,
  security_deposit_cents: 0,
  deposit_percent: 100,
  balance_due_days: 30,
  min_stay: 1,
  max_stay: 365,
  lead_time_days: 0,
  booking_window_days: 3_650,
  cancellation_policy: 'moderate',
  tax_per_adult_night_cents: null,
  tax_percent_hundredths: null,
  tax_cap_cents: null,
}

function season(fields: Partial<Season>): Season {
  return {
    id: 1,
    start_date: '2026-07-01',
    end_date: '2026-07-31',
    reduction_hundredths: 1_500,
    min_stay: null,
    max_stay: null,
    policy: 'nights',
    ...fields,
  }
}

function price(
  home: Partial<Home>,
  stay: Partial<PricingInput['stay']>,
  rest: Partial<Pick<PricingInput, 'days' | 'seasons' | 'today'>> = {},
): PricedStay {
  return priceStay({
    home: { ...HOME, ...home },
    days: [],
    seasons: [],
    today: '2026-01-01',
    ...rest,
    stay: { check_in: '2026-06-29', check_out: '2026-07-06', adults: 2, children: 0, infants: 0, ...stay },
  })
}

const B = { weekend_price_cents: 15_000, extra_guest_fee_cents: 1_000, cleaning_fee_cents: 6_000 }
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
    const priced = price(B, { adults: 4 }, { seasons: [season({})] })
    expect(amountOf(priced, 'accommodation')).toBe(90_000)
    expect(amountOf(priced, 'season_reduction')).toBe(-9_900)
    expect(amountOf(priced, 'extra_guests')).toBe(14_000)
    expect(fromCents(priced.total_cents)).toBe(1001)
  })

  test('C: a reduction by booking takes all nights when it contains the arrival', () => {
    const priced = price(B, { adults: 4 }, { seasons: [season({ policy: 'booking', start_date: '2026-06-15' })] })
    expect(amountOf(priced, 'season_reduction')).toBe(-13_500)
    expect(fromCents(priced.total_cents)).toBe(965)
  })

  test('D: a reduction by booking does nothing when the arrival is outside', () => {
    const priced = price(B, { adults: 4 }, { seasons: [season({ policy: 'booking' })] })
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

  test('G: tourist tax as a percent per occupant, minors exempt', () => {
    const priced = price(
      { base_price_cents: 10_000, included_guests: 4, tax_percent_hundredths: 500 },
      { adults: 2, children: 2 },
    )
    expect(amountOf(priced, 'tourist_tax')).toBe(1_750)
    const capped = price(
      { base_price_cents: 10_000, included_guests: 4, tax_percent_hundredths: 500, tax_cap_cents: 100 },
      { adults: 2, children: 2 },
    )
    expect(amountOf(capped, 'tourist_tax')).toBe(1_400)
    const fixed = price({ tax_per_adult_night_cents: 88 }, { adults: 2, children: 2 })
    expect(amountOf(fixed, 'tourist_tax')).toBe(2 * 7 * 88)
  })

  test('H: the refund of B under "moderate", two days before', () => {
    const priced = price(B, { adults: 4 }, { seasons: [season({})] })
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

describe('rules', () => {
  test('every broken rule is a named violation', () => {
    const codes = (priced: PricedStay) => priced.violations.map((violation) => violation.code)
    expect(codes(price({ max_guests: 3 }, { adults: 4 }))).toEqual(['too_many_guests'])
    expect(codes(price({ lead_time_days: 2 }, {}, { today: '2026-06-28' }))).toEqual(['lead_time'])
    expect(codes(price({}, {}, { today: '2026-06-30' }))).toEqual(['lead_time'])
    expect(codes(price({ booking_window_days: 30 }, {}))).toEqual(['booking_window'])
    expect(codes(price({ min_stay: 8 }, {}))).toEqual(['min_stay'])
    expect(codes(price({ max_stay: 6 }, {}))).toEqual(['max_stay'])
    const day = {
      price_cents: null,
      cleaning_fee_cents: null,
      extra_guest_fee_cents: null,
      min_stay: null,
      max_stay: null,
      closed_to_arrival: null,
      closed_to_departure: null,
    }
    expect(codes(price({}, {}, { days: [{ ...day, day: '2026-06-29', closed_to_arrival: true }] }))).toEqual([
      'closed_to_arrival',
    ])
    expect(codes(price({}, {}, { days: [{ ...day, day: '2026-07-06', closed_to_departure: true }] }))).toEqual([
      'closed_to_departure',
    ])
    expect(codes(price({ min_stay: 9 }, {}, { days: [{ ...day, day: '2026-06-29', min_stay: 2 }] }))).toEqual([])
  })

  test('a calendar day overrides price and fees', () => {
    const priced = price(
      { ...B, included_guests: 1 },
      { check_in: '2026-06-29', check_out: '2026-07-01', adults: 2 },
      {
        days: [
          {
            day: '2026-06-29',
            price_cents: 20_000,
            cleaning_fee_cents: 100,
            extra_guest_fee_cents: 50,
            min_stay: null,
            max_stay: null,
            closed_to_arrival: null,
            closed_to_departure: null,
          },
        ],
      },
    )
    expect(priced.nightly.map((night) => night.source)).toEqual(['calendar', 'base'])
    expect(priced.total_cents).toBe(20_000 + 12_000 + 50 + 1_000 + 100)
  })

  test('ties go to the higher percent, then to the lower id', () => {
    const tied = [
      season({ id: 3, reduction_hundredths: 1_000 }),
      season({ id: 2, reduction_hundredths: 2_000 }),
      season({ id: 1, reduction_hundredths: 2_000 }),
    ]
    const priced = price({}, { check_in: '2026-07-06', check_out: '2026-07-08' }, { seasons: tied })
    expect(priced.nightly.map((night) => night.season_id)).toEqual([1, 1])
  })

  test('a deposit splits the total', () => {
    const priced = price(
      { deposit_percent: 30, base_price_cents: 3_335 },
      { check_in: '2026-03-02', check_out: '2026-03-03' },
    )
    expect([priced.due_now_cents, priced.balance_cents]).toEqual([1_001, 2_334])
    expect(priced.balance_due_on).toBe('2026-01-31')
  })

  test.for([
    ['the day before the balance is due', { today: '2026-01-30' }, 1_001],
    ['the day on which it is due', { today: '2026-01-31' }, 3_335],
    ['a balance that is due on arrival', { today: '2026-03-01', balance_due_days: 0 }, 1_001],
    ['a rest that the provider would refuse', { today: '2026-01-01', deposit_percent: 99 }, 3_335],
    ['a deposit that the provider would refuse', { today: '2026-01-01', deposit_percent: 1 }, 3_335],
  ] as const)('%s', ([_name, { today, ...home }, due]) => {
    const stay = { check_in: '2026-03-02', check_out: '2026-03-03' }
    const priced = price({ deposit_percent: 30, base_price_cents: 3_335, ...home }, stay, { today })
    expect([priced.due_now_cents, priced.balance_due_on === null]).toEqual([due, due === 3_335])
  })
})

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

describe('properties', () => {
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
        // What is due on another day is never less than the provider takes.
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
      fc.property(
        anyInput,
        fc.integer({ min: 1, max: 30 }),
        ({ check_in, nights, adults, children, ...home }, more) => {
          const stay = (count: number) =>
            price(home, { check_in, check_out: addDays(check_in, count), adults, children }, { seasons: [] })
          const short = stay(nights)
          const long = stay(nights + more)
          expect(long.nightly.slice(0, nights)).toEqual(short.nightly)
          expect(long.nightly).toHaveLength(nights + more)
          expect(long.nightly.map((night) => night.date)).toEqual(
            Array.from({ length: nights + more }, (_, index) => addDays(check_in, index)),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('what a cancellation does with a line', () => {
  // @ts-expect-error A code that does not say what a cancellation does with it does not compile.
  const incomplete: typeof REFUNDED = { accommodation: 'by_rule', cleaning: 'in_full' }

  test('is said by every code', () => {
    expect(Object.keys(REFUNDED).toSorted()).toEqual([...LINE_CODES].toSorted())
    expect(Object.keys(incomplete)).not.toEqual(LINE_CODES)
  })

  test.for(LINE_CODES)('follows from what its code says, not from being no night: %s', (code) => {
    const nightly = [{ net_cents: 10_000, extra_guests_cents: 0 }]
    const lines = [{ code: 'accommodation' as const, amount_cents: 10_000 }]
    const refunds = (more: { code: typeof code; amount_cents: number }[]) =>
      cancellationTerms('strict', '2027-07-14', { nightly, lines: [...lines, ...more] }).map(
        (term) => term.refund_cents,
      )
    expect(refunds([])).toEqual([10_000, 5_000, 0])
    const byRule = [13_000, 6_500, 0]
    const inFull = [13_000, 8_000, 3_000]
    expect(refunds([{ code, amount_cents: 3_000 }])).toEqual(REFUNDED[code] === 'by_rule' ? byRule : inFull)
  })
})
