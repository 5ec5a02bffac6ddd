import { priceFromDatabase } from '../../../src/homes/rates/load.ts'
import { allowTypingErrors, planSearch } from '../../../src/homes/search/plan.ts'
import { searchQuery } from '../../../src/homes/search/schemas.ts'
import { findPage } from '../../../src/homes/search/search.ts'
import type { Database } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { rowsOf } from '../../../src/platform/http/pages.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { findDrift } from '../../../tests/support/drift.ts'
import { median, timesInTurns } from '../support.ts'

const ROUNDS = 15
const TYPICAL_HOMES = 440

/** Query strings of GET /properties/search by their names in the report. */
export type Cases = Record<string, Record<string, string>>

export interface City {
  id: string
  homes: number
}

/** The city with the most homes, and one of typical size (docs/design/domain.md, "Search at scale"). */
export async function findCities(db: Database): Promise<{ largest: City; typical: City }> {
  const cities = await db<City[]>`
    select city_id as id, count(*) as homes from properties where status = 'published' group by city_id order by homes desc, city_id`
  const [largest] = cities
  const [typical] = cities.toSorted((a, b) => Math.abs(a.homes - TYPICAL_HOMES) - Math.abs(b.homes - TYPICAL_HOMES))
  if (!largest || !typical) throw new Error('no homes')
  return { largest, typical }
}

/** The requested stay: a week, some three months from now. */
export const week = (today: string) => ({ check_in: addDays(today, 100), check_out: addDays(today, 107) })

/** The searches of a city, for two adults. The first is the baseline of the others. */
export function cityCases(city: City, today: string): Cases {
  const filter = { city_id: city.id, adults: '2' }
  return {
    'without dates': filter,
    'dates + guests': { ...filter, ...week(today) },
    '+ price range, by stay total': { ...filter, ...week(today), price_min: '400', price_max: '1200', sort: 'price' },
    '+ facets': { ...filter, ...week(today), facets: 'property_types,prices' },
  }
}

const box = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  [longitude - 0.1, latitude - 0.1, longitude + 0.1, latitude + 0.1].join(',')

/** The searches without a city. */
export function wideCases(today: string, city: { latitude: number; longitude: number }): Cases {
  const place = { lat: String(city.latitude), lng: String(city.longitude) }
  return {
    'most popular': {},
    cheapest: { sort: 'price' },
    text: { q: 'orleans', adults: '2' },
    'text, misspelt': { q: 'orlaens', adults: '2', misspelt: 'true' },
    'text of very many, misspelt': { q: 'appartment', adults: '2', misspelt: 'true' },
    'text of a third of all homes': { q: 'apartment', adults: '2' },
    'text with spaces, of a tenth': { q: 'apartment de l', adults: '2' },
    'map, 20 km': { bbox: box(city), adults: '2' },
    'radius of 5 km, nearest first': { ...place, radius_km: '5', sort: 'distance', adults: '2' },
    'nearest first, any distance': { ...place, sort: 'distance' },
    'dates, no place at all': { ...week(today), adults: '2' },
  }
}

/** Statements of the API for a request: the page, and the facets when they are wanted. */
export async function search(db: Database, query: Record<string, string>) {
  const parsed = searchQuery.parse(query)
  const plan = planSearch(parsed, 'popular')
  const asked = query.misspelt ? allowTypingErrors(plan) : plan
  const [rows] = await Promise.all([
    findPage(db, asked, rowsOf(parsed)),
    parsed.facets.length > 0 ? queries.search.facets(db, asked.parts, asked.params) : undefined,
  ])
  return rows
}

export interface Timing {
  /** Median, in milliseconds. */
  ms: number
  total: number
}

/** Times the cases in rounds, so that disturbances of the machine affect all of them. */
export async function timeCases(db: Database, cases: Cases): Promise<Map<string, Timing>> {
  const totals = new Map<string, number>()
  const runs = Object.entries(cases).map(([name, query]) => async () => {
    const [row] = await search(db, query)
    totals.set(name, row?.total ?? 0)
  })
  const times = await timesInTurns({ rounds: ROUNDS, warmUp: 2 }, runs)
  return new Map([...totals].map(([name, total], index) => [name, { ms: median(times[index] ?? []), total }]))
}

/** Checks the data before it is timed: copies on homes equal their tables, and prices of hits equal their quotes. */
export async function verify(db: Database, city: City, today: string): Promise<void> {
  const drift = await findDrift(db, db`(select * from properties tablesample system (1) limit 1000)`)
  if (drift.length > 0) throw new Error(`${drift.length} homes differ from their calendars`)
  const stay = { ...week(today), adults: 2, children: 0, infants: 0 }
  const hits = await search(db, { ...cityCases(city, today)['dates + guests'], per_page: '100' })
  if (hits.length < 20) throw new Error(`only ${hits.length} hits`)
  for (const hit of hits) {
    const quote = await priceFromDatabase(db, { ...stay, property_id: hit.id })
    if (quote.violations.length > 0 || quote.total_cents !== hit.price_total_cents)
      throw new Error(`home ${hit.id} is found for ${hit.price_total_cents} and quoted for ${quote.total_cents}`)
  }
}
