import { planSearch } from '../../../src/homes/search/plan.ts'
import { REACH, searchQuery } from '../../../src/homes/search/schemas.ts'
import { findPage } from '../../../src/homes/search/search.ts'
import type { Database } from '../../../src/platform/db/client.ts'
import { queries } from '../../../src/platform/db/queries.ts'
import { rowsOf } from '../../../src/platform/http/pages.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { randomOf } from '../../../tests/support/random.ts'
import { openFloor } from './floor/floor.ts'

const SORTS = ['price', '-price', 'rating', 'popular', 'newest'] as const

/** A request of any kind, as a query string has it. */
function anyRequest(below: (limit: number) => number, cities: string[], today: string): Record<string, string> {
  const maybe = <T>(percent: number, value: () => T): T | undefined => (below(100) < percent ? value() : undefined)
  const from = below(300)
  const stay = maybe(60, () => ({
    check_in: addDays(today, from),
    check_out: addDays(today, from + 1 + below(20)),
  }))
  const low = 50 * below(20)
  const request = {
    ...stay,
    city_id: maybe(60, () => cities[below(cities.length)] ?? ''),
    country_id: maybe(20, () => ['FR', 'US', 'IN', 'BR'][below(4)] ?? ''),
    q: maybe(15, () => ['apartment', 'du l', 'villa', 'gare paris', 'zzz'][below(5)] ?? ''),
    adults: String(1 + below(5)),
    children: maybe(30, () => String(below(3))),
    price_min: maybe(25, () => String(low)),
    price_max: maybe(25, () => String(low + 500 + below(2000))),
    bedrooms: maybe(15, () => String(below(4))),
    bathrooms: maybe(10, () => String(below(3))),
    property_type: maybe(20, () => ['apartment', 'villa', 'loft'][below(3)] ?? ''),
    room_type: maybe(15, () => ['entire_home', 'private_room'][below(2)] ?? ''),
    amenities: maybe(20, () => ['wifi,parking', 'pool', 'garden,kitchen'][below(3)] ?? ''),
    instant_book: maybe(15, () => ['true', 'false'][below(2)] ?? ''),
    sort: maybe(70, () => SORTS[below(SORTS.length)] ?? 'popular'),
    page: maybe(15, () => '2'),
    facets: maybe(30, () => 'true'),
  }
  return Object.fromEntries(
    Object.entries(request).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/**
 * Compares the search with that of 449a785 on random requests: homes and their order, prices to the cent, and up to `REACH` homes
 * totals and facets.
 * @throws Error with the first request whose answers differ.
 */
export async function assertEqual(
  db: Database,
  url: string,
  count: number,
  seed: number,
  today: string,
): Promise<void> {
  const { below } = randomOf(seed)
  const floor = await openFloor(url)
  const cities = await db<{ id: string }[]>`
    select city_id as id from properties group by city_id order by count(*) desc, city_id limit 12`
  let found = 0
  for (let number = 0; number < count; number++) {
    const request = anyRequest(
      below,
      cities.map(({ id }) => id),
      today,
    )
    const query = searchQuery.parse(request)
    const search = planSearch(query, 'popular')
    const rows = await findPage(db, search, rowsOf(query))
    const total = rows[0]?.total ?? (await findPage(db, search, { limit: 1, offset: 0 }))[0]?.total ?? 0
    const [facets] = query.facets.length > 0 ? await queries.search.facets(db, search.parts, search.params) : []
    const { page: _, per_page: __, ...same } = query
    const sort = query.sort ?? 'popular'
    const isPriced = sort.endsWith('price') || query.price_min !== undefined || query.price_max !== undefined
    const whole = query.facets.length > 0 || (query.check_in !== undefined && isPriced)
    const old = await floor.search({ ...same, sort, whole, facets: query.facets.length > 0, ...rowsOf(query) })
    const one = (row: { id: string | null; price_total_cents: number | null }) => `${row.id} ${row.price_total_cents}`
    // The floor counts beyond what the search counts, and knows two of its facets.
    const isComplete = facets?.is_complete
    const twoOf = (all: { property_types: unknown; prices: unknown } | undefined) =>
      isComplete && all ? { property_types: all.property_types, prices: all.prices } : null
    const now = JSON.stringify([total, rows.map(one), twoOf(facets)])
    const then = JSON.stringify([
      Math.min(old[0]?.total ?? 0, REACH + 1),
      old.filter(({ id }) => id !== null).map(one),
      twoOf(query.facets.length > 0 ? old[0]?.facets : undefined),
    ])
    if (now !== then) throw new Error(`${JSON.stringify(request)} (seed ${seed})\n${now}\n${then}`)
    found += rows.length > 0 ? 1 : 0
  }
  await floor.close()
  console.log(`  ${count} random requests have the answers of 449a785, ${found} of them with homes (seed ${seed})`)
}
