import { describe, expect, test } from 'vitest'
import { currenciesOf, occupancyOf, type Sold } from '../../../src/hosting/figures/figures.ts'

const sold = (month: string, revenue_cents: number, more: Partial<Sold> = {}): Sold => ({
  ...{ month, currency: 'EUR', source: 'direct', ota_name: null, stays: 1, nights: 3, revenue_cents },
  ...more,
})
const offered = (month: string, nights: number) => ({ month, currency: 'EUR', nights })

describe('months of a year', () => {
  const rows = [
    sold('2025-03', 30_000),
    sold('2026-03', 40_000),
    sold('2026-03', 20_001, { source: 'channel', ota_name: 'Airbnb', nights: 4 }),
    sold('2026-12', 10_000, { source: 'channel', ota_name: 'Airbnb' }),
  ]
  const [euros] = currenciesOf(rows, [offered('2026-03', 31), offered('2026-12', 0)], 2026)

  test('stand beside those of the year before, and sum to the year', () => {
    expect(euros?.months.map(({ month }) => month)).toHaveLength(12)
    const march = euros?.months[2]
    expect(march).toEqual({
      month: '2026-03',
      now: { stays: 2, nights: 7, revenue: 600.01, nights_offered: 31, adr: 85.72, revpar: 19.36 },
      before: { stays: 1, nights: 3, revenue: 300, nights_offered: 0, adr: 100, revpar: null },
    })
    expect(euros?.months[0]?.now).toEqual({
      stays: 0,
      nights: 0,
      revenue: 0,
      nights_offered: 0,
      adr: null,
      revpar: null,
    })
    expect(euros?.year).toMatchObject({ stays: 3, nights: 10, revenue: 700.01 })
    expect(euros?.before).toMatchObject({ stays: 1, revenue: 300 })
  })

  test('come by source, the largest first, with its share of the year', () =>
    expect(euros?.sources).toEqual([
      { source: 'direct', ota_name: null, stays: 1, nights: 3, revenue: 400, share: 57 },
      { source: 'channel', ota_name: 'Airbnb', stays: 2, nights: 7, revenue: 300.01, share: 43 },
    ]))

  test('are by currency, and a home that has sold nothing has months too', () => {
    const all = currenciesOf([sold('2026-01', 100, { currency: 'CHF' })], [offered('2026-01', 31)], 2026)
    expect(all.map(({ currency, year }) => [currency, year.revenue, year.nights_offered])).toEqual([
      ['CHF', 1, 0],
      ['EUR', 0, 31],
    ])
    expect(currenciesOf([], [], 2026)).toEqual([])
  })
})

test('occupancy is of nights that are not closed; a closed week has none', () => {
  const weeks = [
    { nights: 7, sold: 5, closed: 0 },
    { nights: 7, sold: 0, closed: 7 },
  ]
  expect(occupancyOf(weeks, 14)).toEqual({
    ...{ days: 14, nights: 14, sold: 5, closed: 7, percent: 71 },
    weeks: [
      { nights: 7, sold: 5, closed: 0, percent: 71 },
      { nights: 7, sold: 0, closed: 7, percent: null },
    ],
  })
  expect(occupancyOf([], 90).percent).toBeNull()
})
