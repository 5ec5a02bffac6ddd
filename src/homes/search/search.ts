import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { listPage, pageEnvelope } from '../../platform/http/pages.ts'
import { showPerson } from '../../platform/http/person.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { divideHalfUp, fromCents } from '../../platform/lib/money.ts'
import type { HomesContext } from '../context.ts'
import { showPhotos } from '../properties/photos.ts'
import { allowTypingErrors, planSearch, type Search } from './plan.ts'
import { countedFacets, type propertyHit, REACH, type SearchQuery, type Sort } from './schemas.ts'

type Row = Awaited<ReturnType<typeof queries.search.page>>[number]

type Hit = z.infer<typeof propertyHit>

const METRES_A_KM = 1_000

type Details = Awaited<ReturnType<typeof queries.properties.listShown>>[number]

interface Stay {
  nights: number | null
  reader: number | undefined
}

/** A hit in the format of the API; the response schema removes internal columns. */
function showHit(context: HomesContext, row: Row, details: Details, { nights, reader }: Stay): Hit {
  const total = row.price_total_cents
  const photos = showPhotos(context, details.photos)
  return {
    ...row,
    base_price: fromCents(row.base_price_cents),
    price_total: total === null ? null : fromCents(total),
    nights,
    price_per_night: total === null || nights === null ? null : fromCents(divideHalfUp(total, nights)),
    url: context.frontEnd.property(row.id),
    cover: photos[0]?.url ?? null,
    photos,
    owner: showPerson(context, { id: details.owner_id, first_name: details.owner_name, avatar: details.owner_avatar }),
    ...(reader === undefined ? {} : { is_favorite: details.is_favorite }),
    rating_average: row.rating_average === null ? null : Number(row.rating_average),
    distance_km: row.distance_km === null ? null : Math.round(row.distance_km * METRES_A_KM) / METRES_A_KM,
  }
}

/** Facets of a search, for the `meta` of its page: at least these counts where there are more than `REACH` homes. */
async function countFacets(db: Queryable, { parts, params }: Search) {
  const [row] = await queries.search.facets(db, parts, params)
  const { prices, ...facets } = countedFacets.parse(row)
  const steps = prices?.map(({ from_cents, to_cents, count }) => ({
    from: fromCents(from_cents),
    to: to_cents === null ? null : fromCents(to_cents),
    count,
  }))
  return { facets: { ...facets, prices: steps ?? null }, facets_relation: relationOf(row?.is_complete) }
}

/** Meaning of a number of homes: exact, or the least that it can be. */
const relationOf = (isExact = false): 'eq' | 'gte' => (isExact ? 'eq' : 'gte')

/** A page of a search, within the first `REACH` homes; no rows after the last. `total` is one more where there are more. */
export function findPage(
  db: Queryable,
  { isPriced, parts, params }: Search,
  { limit, offset }: { limit: number; offset: number },
): Promise<Row[]> {
  const find = isPriced ? queries.search.pricedPage : queries.search.page
  return find(db, parts, { ...params, limit: Math.min(limit, REACH - offset), offset })
}

/** One page of homes, with facets of the whole search on request (docs/design/domain.md, "Search at scale"). */
export async function searchHomes(
  context: HomesContext,
  request: FastifyRequest,
  query: SearchQuery,
  { defaultSort, favorites_of }: { defaultSort: Sort; favorites_of?: number | undefined },
) {
  const { db } = context
  const find = (search: Search) =>
    Promise.all([
      listPage(
        request,
        query,
        (page) => findPage(db, search, page),
        (row) => row,
      ),
      query.facets.length > 0 ? countFacets(db, search) : undefined,
    ])
  const search = planSearch(query, defaultSort, { favorites_of, homes: homesOf(request) })
  let [page, facets] = await find(search)
  const { q, nights } = search.params
  // No home contains the text exactly, not even a taken or filtered one: search again, allowing typing errors.
  if (q && page.meta.total === 0 && !(await queries.search.isSpelt(db, { q })).spelt)
    [page, facets] = await find(allowTypingErrors(search))
  const { total } = page.meta
  const data = await showHits(context, page.data, { nights: nights || null, reader: request.identity?.userId })
  const shown = pageEnvelope(request, query, Math.min(total, REACH), data)
  return { ...shown, meta: { ...shown.meta, total_relation: relationOf(total <= REACH), ...facets } }
}

/** The homes of a page with what a list shows of each. */
async function showHits(context: HomesContext, rows: Row[], stay: Stay): Promise<Hit[]> {
  if (rows.length === 0) return []
  const property_ids = rows.map(({ id }) => id)
  const shown = await queries.properties.listShown(context.db, { property_ids, reader_id: stay.reader })
  const details = new Map(shown.map((home) => [home.id, home]))
  return rows.flatMap((row) => {
    const home = details.get(row.id)
    return home ? [showHit(context, row, home, stay)] : []
  })
}
