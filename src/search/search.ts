import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { pageEnvelope, rowsOf } from '../http/pages.ts'
import { fromCents } from '../lib/money.ts'
import type { propertyHit, SearchQuery, Sort, searchFacets } from './schemas.ts'

type Params = Parameters<typeof queries.search.search>[1]
type Row = Awaited<ReturnType<typeof queries.search.search>>[number]

const METRES_A_KM = 1_000

/** The parameters of sql/search/search.sql. Pure. */
export function searchParams(
  query: SearchQuery,
  defaultSort: Sort,
): Omit<Params, 'limit' | 'offset' | 'favorites_of' | 'fuzzy'> {
  const { lat, lng, bbox, q, page: _page, per_page: _perPage, infants: _infants, ...same } = query
  const [west, south, east, north] = bbox ?? []
  const sort = query.sort ?? defaultSort
  const facets = query.facets ?? false
  const priceDecides =
    sort === 'price' || sort === '-price' || query.price_min !== undefined || query.price_max !== undefined
  const whole = facets || (query.check_in !== undefined && priceDecides)
  return { ...same, q: q || null, latitude: lat, longitude: lng, west, south, east, north, sort, facets, whole }
}

/** A hit in the format of the API; the response schema removes internal columns. */
function showHit(row: Row & { id: string }): z.infer<typeof propertyHit> {
  return {
    ...row,
    base_price: fromCents(row.base_price_cents),
    price_total: row.price_total_cents === null ? null : fromCents(row.price_total_cents),
    rating_average: row.rating_average === null ? null : Number(row.rating_average),
    distance_km: row.distance_km === null ? null : Math.round(row.distance_km * METRES_A_KM) / METRES_A_KM,
  }
}

const facetsInCents = z.object({
  property_types: z.array(z.object({ id: z.string(), count: z.int() })),
  prices: z.array(z.object({ from_cents: z.int(), to_cents: z.int().nullable(), count: z.int() })),
})

function showFacets(row: unknown): z.infer<typeof searchFacets> {
  const { property_types, prices } = facetsInCents.parse(row)
  return {
    property_types,
    prices: prices.map(({ from_cents, to_cents, count }) => ({
      from: fromCents(from_cents),
      to: to_cents === null ? null : fromCents(to_cents),
      count,
    })),
  }
}

async function isSpelt(db: Queryable, q: string): Promise<boolean> {
  const found = await queries.properties.isSpelt(db, { q })
  return found.spelt
}

/** One page of homes, with facets of the whole search on request (docs/design/domain.md, "Search at scale"). */
export async function searchHomes(
  request: FastifyRequest,
  db: Queryable,
  query: SearchQuery,
  { defaultSort, favorites_of }: { defaultSort: Sort; favorites_of?: number | undefined },
) {
  const filters = { ...searchParams(query, defaultSort), favorites_of }
  const find = (fuzzy: boolean) => queries.search.search(db, { ...filters, ...rowsOf(query), fuzzy })
  let rows = await find(false)
  // No home contains the text exactly, not even a taken or filtered one: search again, allowing typing errors.
  if (filters.q && rows[0]?.total === 0 && !(await isSpelt(db, filters.q))) rows = await find(true)
  // An empty page still has one row (id null), which carries total and facets.
  const [{ total, facets } = { total: 0, facets: undefined }] = rows
  const homes = rows.flatMap(({ id, ...row }) => (id === null ? [] : [showHit({ ...row, id })]))
  const page = pageEnvelope(request, query, total, homes)
  return { ...page, meta: { ...page.meta, facets: filters.facets ? showFacets(facets) : undefined } }
}
