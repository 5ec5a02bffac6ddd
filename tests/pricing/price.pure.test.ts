import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CancellationPolicy } from '../../src/db/enums.ts'
import { addDays } from '../../src/lib/days.ts'
import { fromCents } from '../../src/lib/money.ts'
import { cancellationTerms, guestRefund, REFUNDED } from '../../src/pricing/cancellation.ts'
import { type CalendarDay, type Home, type PricingInput, priceStay, type Season } from '../../src/pricing/price.ts'
import { type Cancellation, LINE_CODES, type PricedStay, type Violation } from '../../src/pricing/priced-stay.ts'

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
  const DAY: CalendarDay = {
    day: '2026-06-29',
    price_cents: null,
    cleaning_fee_cents: null,
    extra_guest_fee_cents: null,
    min_stay: null,
    max_stay: null,
    closed_to_arrival: null,
    closed_to_departure: null,
  }
  const departure = { ...DAY, day: '2026-07-06' }

  test.for<[rule: string, broken: () => PricedStay, kept: () => PricedStay, violation: Violation]>([
    [
      'guests',
      () => price({ max_guests: 3 }, { adults: 2, children: 2 }),
      () => price({ max_guests: 3 }, { adults: 2, children: 1 }),
      { code: 'too_many_guests', field: 'adults', limit: 3 },
    ],
    [
      'lead time',
      () => price({ lead_time_days: 2 }, {}, { today: '2026-06-28' }),
      () => price({ lead_time_days: 2 }, {}, { today: '2026-06-27' }),
      { code: 'lead_time', field: 'check_in', limit: 2 },
    ],
    [
      'no arrival in the past',
      () => price({}, {}, { today: '2026-06-30' }),
      () => price({}, {}, { today: '2026-06-29' }),
      { code: 'lead_time', field: 'check_in', limit: 0 },
    ],
    [
      'booking window',
      () => price({ booking_window_days: 30 }, {}, { today: '2026-05-29' }),
      () => price({ booking_window_days: 30 }, {}, { today: '2026-05-30' }),
      { code: 'booking_window', field: 'check_in', limit: 30 },
    ],
    [
      'arrival',
      () => price({}, {}, { days: [{ ...DAY, closed_to_arrival: true }] }),
      () => price({}, {}, { days: [{ ...DAY, closed_to_departure: true }] }),
      { code: 'closed_to_arrival', field: 'check_in' },
    ],
    [
      'departure',
      () => price({}, {}, { days: [{ ...departure, closed_to_departure: true }] }),
      () => price({}, {}, { days: [{ ...departure, closed_to_arrival: true }] }),
      { code: 'closed_to_departure', field: 'check_out' },
    ],
    [
      'shortest stay',
      () => price({ min_stay: 8 }, {}),
      () => price({ min_stay: 7 }, {}),
      { code: 'min_stay', field: 'check_out', limit: 8 },
    ],
    [
      'longest stay',
      () => price({ max_stay: 6 }, {}),
      () => price({ max_stay: 7 }, {}),
      { code: 'max_stay', field: 'check_out', limit: 6 },
    ],
    [
      'shortest stay of the arrival day',
      () => price({}, {}, { days: [{ ...DAY, min_stay: 9 }, departure] }),
      () => price({ min_stay: 9 }, {}, { days: [{ ...DAY, min_stay: 2 }, departure] }),
      { code: 'min_stay', field: 'check_out', limit: 9 },
    ],
    [
      'longest stay of the arrival day',
      () => price({}, {}, { days: [{ ...DAY, max_stay: 2 }, departure] }),
      () => price({ max_stay: 2 }, {}, { days: [{ ...DAY, max_stay: 9 }, departure] }),
      { code: 'max_stay', field: 'check_out', limit: 2 },
    ],
    [
      'what the provider takes',
      () => price({ base_price_cents: 0, cleaning_fee_cents: 100_000_000 }, {}),
      () => price({ base_price_cents: 0, cleaning_fee_cents: 99_999_999 }, {}),
      { code: 'total_too_high', field: 'check_out', limit: 999_999.99 },
    ],
  ])('a broken rule is a violation that names field and limit: %s', ([_rule, broken, kept, violation]) => {
    expect(broken().violations).toEqual([violation])
    expect(kept().violations).toEqual([])
  })

  test('a calendar day overrides price and fees', () => {
    const priced = price(
      { ...B, included_guests: 1 },
      { check_in: '2026-06-29', check_out: '2026-07-01', adults: 2 },
      {
        days: [{ ...DAY, price_cents: 20_000, cleaning_fee_cents: 100, extra_guest_fee_cents: 50 }],
      },
    )
    expect(priced.nightly.map((night) => night.source)).toEqual(['calendar', 'base'])
    expect(priced.total_cents).toBe(20_000 + 12_000 + 50 + 1_000 + 100)
  })

  test('ties go to the higher percent, then to the lower id', () => {
    const tied = [
      season({ id: 1, reduction_hundredths: 1_000 }),
      season({ id: 3, reduction_hundredths: 2_000 }),
      season({ id: 2, reduction_hundredths: 2_000 }),
    ]
    const priced = price({}, { check_in: '2026-07-06', check_out: '2026-07-08' }, { seasons: tied })
    expect(priced.nightly.map((night) => night.season_id)).toEqual([2, 2])
  })

  test('a narrower season goes before a higher percent', () => {
    const seasons = [
      season({ id: 1, reduction_hundredths: 2_000 }),
      season({ id: 2, reduction_hundredths: 1_000, end_date: '2026-07-30' }),
    ]
    const priced = price({}, { check_in: '2026-07-06', check_out: '2026-07-07' }, { seasons })
    expect(priced.nightly.map((night) => night.season_id)).toEqual([2])
  })

  test('a season ends with its last night', () => {
    const priced = price({}, { check_in: '2026-07-30', check_out: '2026-08-02' }, { seasons: [season({})] })
    expect(priced.nightly.map((night) => night.season_id)).toEqual([1, 1, null])
  })

  test.for<[asked: Partial<Season>, ids: (number | null)[]]>([
    [{ min_stay: 3 }, [null, null]],
    [{ min_stay: 2 }, [1, 1]],
    [{ min_stay: 1 }, [1, 1]],
    [{ max_stay: 1 }, [null, null]],
    [{ max_stay: 2 }, [1, 1]],
    [{ min_stay: 2, max_stay: 2 }, [1, 1]],
  ])('a season for stays of %j takes two nights, or none: %j', ([asked, ids]) => {
    const priced = price({}, { check_in: '2026-07-06', check_out: '2026-07-08' }, { seasons: [season(asked)] })
    expect(priced.nightly.map((night) => night.season_id)).toEqual(ids)
  })

  test('the only night may have a season', () => {
    const priced = price({}, { check_in: '2026-07-06', check_out: '2026-07-07' }, { seasons: [season({})] })
    expect(priced.nightly.map((night) => night.season_id)).toEqual([1])
  })

  test('a line says of how many it is, and only accommodation is shown without an amount', () => {
    const free = price({ base_price_cents: 0 }, {})
    expect(free.lines).toEqual([{ code: 'accommodation', quantity: 7, amount_cents: 0 }])
    expect([free.total_cents, free.due_now_cents, free.balance_due_on]).toEqual([0, 0, null])
    const priced = price(
      { ...B, tax_per_adult_night_cents: 100 },
      { adults: 3, children: 1 },
      { seasons: [season({})] },
    )
    expect(priced.lines).toEqual([
      { code: 'accommodation', quantity: 7, amount_cents: 90_000 },
      { code: 'season_reduction', amount_cents: -9_900 },
      { code: 'extra_guests', quantity: 14, amount_cents: 14_000 },
      { code: 'cleaning', quantity: 1, amount_cents: 6_000 },
      { code: 'tourist_tax', quantity: 21, amount_cents: 2_100 },
    ])
  })

  test('a night says where its price is from', () => {
    const days = [{ ...DAY, day: '2026-07-04', price_cents: 1 }]
    const sources = price({ ...B }, { check_in: '2026-07-02', check_out: '2026-07-05' }, { days }).nightly
    expect(sources.map(({ source, base_cents }) => [source, base_cents])).toEqual([
      ['base', 12_000],
      ['weekend', 15_000],
      ['calendar', 1],
    ])
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

  test.for([
    ['the smallest deposit and the smallest rest', 100, 50, 50, '2026-01-31'],
    ['no deposit below the smallest', 99, 99, 0, null],
    ['the smallest total', 50, 50, 0, null],
    ['nothing is paid online below the smallest total', 49, 0, 49, null],
  ] as const)('%s', ([_name, base_price_cents, due, balance, dueOn]) => {
    const stay = { check_in: '2026-03-02', check_out: '2026-03-03' }
    const priced = price({ deposit_percent: 50, base_price_cents }, stay)
    expect([priced.due_now_cents, priced.balance_cents, priced.balance_due_on]).toEqual([due, balance, dueOn])
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

describe('a cancellation', () => {
  // Two nights at 100 and 120, and fees of 30 that always go back.
  const nightly = [
    { net_cents: 9_000, extra_guests_cents: 1_000 },
    { net_cents: 12_000, extra_guests_cents: 0 },
  ]
  const lines = [
    { code: 'accommodation' as const, amount_cents: 22_000 },
    { code: 'cleaning' as const, amount_cents: 3_000 },
  ]
  const terms = (policy: CancellationPolicy) => cancellationTerms(policy, '2027-07-14', { nightly, lines })

  test.for<[CancellationPolicy, Cancellation[]]>([
    [
      'flexible',
      [
        { until: '2027-07-13', first_night_kept: false, percent_refunded: 100, refund_cents: 25_000 },
        { until: '2027-07-14', first_night_kept: true, percent_refunded: 100, refund_cents: 15_000 },
      ],
    ],
    [
      'moderate',
      [
        { until: '2027-07-09', first_night_kept: false, percent_refunded: 100, refund_cents: 25_000 },
        { until: '2027-07-14', first_night_kept: true, percent_refunded: 50, refund_cents: 9_000 },
      ],
    ],
    [
      'strict',
      [
        { until: '2027-06-14', first_night_kept: false, percent_refunded: 100, refund_cents: 25_000 },
        { until: '2027-07-07', first_night_kept: false, percent_refunded: 50, refund_cents: 14_000 },
        { until: '2027-07-14', first_night_kept: false, percent_refunded: 0, refund_cents: 3_000 },
      ],
    ],
  ])('has the terms of its policy: %s', ([policy, expected]) => {
    expect(terms(policy)).toEqual(expected)
  })

  test.for([
    ['2027-07-07', 25_000, 14_000],
    ['2027-07-08', 25_000, 3_000],
    ['2027-07-14', 25_000, 3_000],
    // After the last deadline nothing goes back but what was paid too much.
    ['2027-07-15', 25_000, 0],
    ['2027-07-15', 25_001, 1],
    // Of a deposit, what is more than the part that is kept.
    ['2027-07-07', 11_000, 0],
    ['2027-07-07', 11_001, 1],
    ['2027-07-07', 10_000, 0],
  ] as const)('on %s, after %i cents were paid, gives back %i', ([today, paid, refund]) => {
    expect(guestRefund(terms('strict'), 25_000, paid, today)).toBe(refund)
  })

  test('of a price without nights keeps none', () => {
    expect(cancellationTerms('flexible', '2027-07-14', { nightly: [], lines })[1]?.refund_cents).toBe(25_000)
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
