import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { listPage } from '../http/pages.ts'
import { fromCents } from '../lib/money.ts'
import { allowTypingErrors, planSearch, type Search } from './plan.ts'
import type { propertyHit, SearchQuery, Sort, searchFacets } from './schemas.ts'

type Row = Awaited<ReturnType<typeof queries.search.page>>[number]

type Hit = z.infer<typeof propertyHit>

const METRES_A_KM = 1_000

/** A hit in the format of the API; the response schema removes internal columns. */
function showHit(row: Row): Hit {
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

async function countFacets(db: Queryable, { parts, params }: Search): Promise<z.infer<typeof searchFacets>> {
  const { property_types, prices } = facetsInCents.parse((await queries.search.facets(db, parts, params))[0])
  return {
    property_types,
    prices: prices.map(({ from_cents, to_cents, count }) => ({
      from: fromCents(from_cents),
      to: to_cents === null ? null : fromCents(to_cents),
      count,
    })),
  }
}

/** A page of a search; no rows after the last. */
export function findPage(
  db: Queryable,
  { isPriced, parts, params }: Search,
  page: { limit: number; offset: number },
): Promise<Row[]> {
  const find = isPriced ? queries.search.pricedPage : queries.search.page
  return find(db, parts, { ...params, ...page })
}

/** One page of homes, with facets of the whole search on request (docs/design/domain.md, "Search at scale"). */
export async function searchHomes(
  request: FastifyRequest,
  db: Queryable,
  query: SearchQuery,
  { defaultSort, favorites_of }: { defaultSort: Sort; favorites_of?: number | undefined },
) {
  const find = (search: Search) =>
    Promise.all([
      listPage<Row, Hit>(request, query, (page) => findPage(db, search, page), showHit),
      query.facets ? countFacets(db, search) : undefined,
    ])
  const search = planSearch(query, defaultSort, favorites_of)
  let [page, facets] = await find(search)
  const { q } = search.params
  // No home contains the text exactly, not even a taken or filtered one: search again, allowing typing errors.
  if (q && page.meta.total === 0 && !(await queries.search.isSpelt(db, { q })).spelt)
    [page, facets] = await find(allowTypingErrors(search))
  return { ...page, meta: { ...page.meta, facets } }
}
