import { expect, test } from 'vitest'
import type { Season } from '../../../src/homes/rates/price.ts'
import { DAY, EXAMPLE_B, price, season } from '../../support/pricing.ts'

test('a calendar day overrides price and fees', () => {
  const priced = price(
    { ...EXAMPLE_B, included_guests: 1 },
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
    { ...EXAMPLE_B, tax_per_adult_night_cents: 100 },
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
  const sources = price({ ...EXAMPLE_B }, { check_in: '2026-07-02', check_out: '2026-07-05' }, { days }).nightly
  expect(sources.map(({ source, base_cents }) => [source, base_cents])).toEqual([
    ['base', 12_000],
    ['weekend', 15_000],
    ['calendar', 1],
  ])
})
