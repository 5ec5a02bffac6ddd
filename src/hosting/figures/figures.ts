import type { ReservationSource } from '../../platform/db/enums.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { Figures } from './schemas.ts'

/** Stays that depart in a month, of one currency and source. */
export interface Sold {
  month: string
  currency: string
  source: ReservationSource
  ota_name: string | null
  stays: number
  nights: number
  revenue_cents: number
}

/** Nights that homes of one currency had to sell in a month. */
export interface Offered {
  month: string
  currency: string
  nights: number
}

/** Nights of a week. */
export interface Taken {
  nights: number
  sold: number
  closed: number
}

type Period = Figures['currencies'][number]['year']

const sumOf = <Row>(rows: Row[], of: (row: Row) => number): number => rows.reduce((sum, row) => sum + of(row), 0)

const totalsOf = (sold: Sold[]) => ({
  stays: sumOf(sold, ({ stays }) => stays),
  nights: sumOf(sold, ({ nights }) => nights),
  revenue_cents: sumOf(sold, ({ revenue_cents }) => revenue_cents),
})

/** An amount by night, in major units to the cent; null without a night. */
const byNight = (cents: number, nights: number): number | null =>
  nights === 0 ? null : fromCents(Math.round(cents / nights))

function periodOf(sold: Sold[], offered: Offered[]): Period {
  const { stays, nights, revenue_cents } = totalsOf(sold)
  const nights_offered = sumOf(offered, (row) => row.nights)
  return {
    stays,
    nights,
    revenue: fromCents(revenue_cents),
    nights_offered,
    adr: byNight(revenue_cents, nights),
    revpar: byNight(revenue_cents, nights_offered),
  }
}

/** A part in percent, rounded; null of nothing. */
const percentOf = (part: number, whole: number): number | null => (whole > 0 ? Math.round((part * 100) / whole) : null)

function sourcesOf(sold: Sold[]): Figures['currencies'][number]['sources'] {
  const whole = totalsOf(sold).revenue_cents
  return [...Map.groupBy(sold, ({ source, ota_name }) => JSON.stringify([source, ota_name])).values()]
    .flatMap((rows) => {
      const [first] = rows
      return first ? [{ source: first.source, ota_name: first.ota_name, ...totalsOf(rows) }] : []
    })
    .toSorted((one, other) => other.revenue_cents - one.revenue_cents)
    .map(({ revenue_cents, ...row }) => ({
      ...row,
      revenue: fromCents(revenue_cents),
      share: percentOf(revenue_cents, whole) ?? 0,
    }))
}

/** The occupancy of some weeks. Pure. */
export function occupancyOf(weeks: Taken[], days: number): Figures['next_days'] {
  const withPercent = ({ nights, sold, closed }: Taken) => ({
    ...{ nights, sold, closed },
    percent: percentOf(sold, nights - closed),
  })
  const all = {
    nights: sumOf(weeks, ({ nights }) => nights),
    sold: sumOf(weeks, ({ sold }) => sold),
    closed: sumOf(weeks, ({ closed }) => closed),
  }
  return { days, ...withPercent(all), weeks: weeks.map(withPercent) }
}

/** The months of a year beside those of the year before, by currency; the currency with the largest revenue first. Pure. */
export function currenciesOf(sold: Sold[], offered: Offered[], year: number): Figures['currencies'] {
  const currencies = [...new Set([...sold, ...offered].map(({ currency }) => currency))]
  return currencies
    .map((currency) => {
      const own = sold.filter((row) => row.currency === currency)
      const homes = offered.filter((row) => row.currency === currency)
      const period = (prefix: string) =>
        periodOf(
          own.filter(({ month }) => month.startsWith(prefix)),
          homes.filter(({ month }) => month.startsWith(prefix)),
        )
      const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
      return {
        currency,
        months: months.map((month) => ({
          month: `${year}-${month}`,
          now: period(`${year}-${month}`),
          before: period(`${year - 1}-${month}`),
        })),
        year: period(`${year}-`),
        before: period(`${year - 1}-`),
        sources: sourcesOf(own.filter(({ month }) => month.startsWith(`${year}-`))),
      }
    })
    .toSorted((one, other) => other.year.revenue - one.year.revenue || one.currency.localeCompare(other.currency))
}
