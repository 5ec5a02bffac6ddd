import type { z } from 'zod'
import type { queries } from '../db/queries.ts'
import { fromCents } from '../money.ts'
import type { propertyHit, SearchQuery } from './schemas.ts'

type Hit = Awaited<ReturnType<typeof queries.properties.search>>[number]

/** The parameters of sql/properties/search.sql. */
export function searchParams(
  query: SearchQuery,
  defaultSort: NonNullable<SearchQuery['sort']>,
): Omit<Parameters<typeof queries.properties.search>[1], 'limit' | 'offset' | 'favorites_of'> {
  const { lat, lng, bbox, sort, q, page: _page, per_page: _perPage, infants: _infants, ...same } = query
  const [west, south, east, north] = bbox ?? []
  return { ...same, q: q || null, latitude: lat, longitude: lng, west, south, east, north, sort: sort ?? defaultSort }
}

/** A hit as the API shows it; its schema drops what is ours alone. */
export function showHit(row: Hit): z.infer<typeof propertyHit> {
  return {
    ...row,
    base_price: fromCents(row.base_price_cents),
    price_total: row.price_total_cents === null ? null : fromCents(row.price_total_cents),
    rating_average: row.rating_average === null ? null : Number(row.rating_average),
  }
}
