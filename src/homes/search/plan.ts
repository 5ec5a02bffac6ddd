import type { queries, SearchPart } from '../../platform/db/queries.ts'
import { daysBetween, isoWeekday } from '../../platform/lib/days.ts'
import type { SearchQuery, Sort } from './schemas.ts'

type Params = Omit<Parameters<typeof queries.search.pricedPage>[2], 'limit' | 'offset'> &
  Pick<Parameters<typeof queries.search.facets>[2], 'facets'>

/** Parameters of a search for PostgreSQL. */
export interface Search {
  /** True if the price of the stay decides which homes are on a page, so that all are priced, and not only those of the page. */
  isPriced: boolean
  parts: Set<SearchPart>
  params: Params
}

/** Among which homes is searched: the favourites of an account, or some. */
export interface Within {
  favorites_of?: number | undefined
  homes?: string[] | undefined
}

/** Order of homes before they are priced, and whether the most comes first. */
const ORDERS: Record<Sort, SearchPart[]> = {
  price: ['price-of-a-night', 'by-total'],
  '-price': ['price-of-a-night', 'by-total', 'descending'],
  rating: ['rating', 'by-rank', 'descending'],
  popular: ['popularity', 'by-rank', 'descending'],
  newest: ['newest', 'by-rank', 'descending'],
  distance: ['distance', 'by-rank'],
}

/** Filters that many homes pass, of whatever place. */
const BROAD: ReadonlySet<SearchPart> = new Set(['free-for-stay', 'party'])

/** The filters of a search. Pure. */
function filtersOf(query: SearchQuery, { favorites_of, homes }: Within): SearchPart[] {
  const asked: [asked: boolean, ...parts: SearchPart[]][] = [
    [query.city_id !== undefined, 'in-city'],
    [query.country_id !== undefined, 'in-country'],
    [query.neighborhood_id !== undefined, 'in-neighborhood'],
    [query.bbox !== undefined, query.bbox && query.bbox[0] > query.bbox[2] ? 'in-box-over-date-line' : 'in-box'],
    [query.radius_km !== undefined, 'in-radius'],
    [favorites_of !== undefined, 'favorites'],
    [homes !== undefined, 'on-homes'],
    [Boolean(query.q), 'with-text'],
    [query.adults + query.children > 1, 'party'],
    [query.bedrooms !== undefined, 'bedrooms'],
    [query.bathrooms !== undefined, 'bathrooms'],
    [query.property_type !== undefined, 'property-type'],
    [query.room_type !== undefined, 'room-type'],
    [query.amenities !== undefined, 'amenities'],
    [query.instant_book !== undefined, 'instant-book'],
    [query.check_in !== undefined, 'free-for-stay'],
    [query.price_min !== undefined, 'night-from', 'total-from'],
    [query.price_max !== undefined, 'night-to', 'total-to'],
  ]
  return asked.flatMap(([isAsked, ...parts]) => (isAsked ? parts : []))
}

/** The parts of the statements in sql/homes/search that a search needs, and their parameters. Pure. */
export function planSearch(query: SearchQuery, defaultSort: Sort, within: Within = {}): Search {
  const { lat, lng, bbox, check_in = '', check_out = '', adults, children, price_min, price_max } = query
  const [west, south, east, north] = bbox ?? []
  const sort = query.sort ?? defaultSort
  const isStay = check_in !== ''
  const filters = filtersOf(query, within)
  return {
    isPriced:
      isStay && (price_min !== undefined || price_max !== undefined || ORDERS[sort].includes('price-of-a-night')),
    parts: new Set<SearchPart>([
      ...filters,
      ...ORDERS[sort],
      query.q || filters.every((filter) => BROAD.has(filter)) ? 'looked-at-apart' : 'looked-at-once',
      ...(isStay ? (['price-of-stay'] as const) : (['without-price', 'with-price-of-a-night'] as const)),
    ]),
    params: {
      ...query,
      property_types: query.property_type,
      room_types: query.room_type,
      check_in,
      check_out,
      nights: isStay ? daysBetween(check_in, check_out) : 0,
      weekday: isStay ? isoWeekday(check_in) - 1 : 0,
      guests: adults + children,
      ...within,
      latitude: lat,
      longitude: lng,
      west,
      south,
      east,
      north,
    },
  }
}

/** The same search, where typing errors in the text are allowed, of at most a thousand homes. Pure. */
export function allowTypingErrors(search: Search): Search {
  const parts = new Set(search.parts)
  parts.delete('with-text')
  parts.delete('looked-at-apart')
  return { ...search, parts: parts.add('with-similar-text').add('most-popular-thousand').add('looked-at-once') }
}
