import { z } from 'zod'
import { amount, day, flagParameter, guests, measure, moneyParameter, textId, wholeParameter } from '../http/fields.ts'
import { pagedSchema, pageQuery } from '../http/pages.ts'
import { stayOrder } from '../pricing/schemas.ts'
import { code } from '../properties/schemas.ts'

export const propertyHit = z
  .object({
    id: z.string(),
    title: z.string(),
    property_type: z.string(),
    room_type: z.string(),
    country_id: z.string(),
    city_id: z.string(),
    city: z.string(),
    neighborhood: z.string().nullable(),
    latitude: z.number().meta({ description: 'Rounded to three decimals, as are distances' }),
    longitude: z.number(),
    max_guests: z.int(),
    bedrooms: z.int(),
    beds: z.int(),
    bathrooms: z.int(),
    amenities: z.array(z.string()),
    instant_book: z.boolean(),
    currency: z.string(),
    base_price: amount,
    price_total: amount.nullable().meta({ description: 'The stay’s total when dates are given, equal to the quote’s' }),
    rating_average: z.number().nullable(),
    rating_count: z.int(),
    distance_km: z.number().nullable(),
    cover: z.string().nullable(),
  })
  .meta({ id: 'PropertyHit' })

const degrees = (limit: number) => measure.pipe(z.number().min(-limit).max(limit)).meta({ type: 'number' })

const box = z
  .string()
  .transform((text): (string | number)[] => text.split(','))
  .pipe(z.tuple([degrees(180), degrees(90), degrees(180), degrees(90)]))
  .meta({ type: 'string', description: 'west,south,east,north in degrees', examples: ['2.2,48.8,2.5,48.9'] })

const codes = z
  .union([z.string().transform((text) => text.split(',')), z.array(z.string())])
  .pipe(z.array(code).max(50))
  .meta({ type: 'string', description: 'Comma-separated; all of them' })

const SORTS = ['price', '-price', 'rating', 'popular', 'newest', 'distance'] as const
export type Sort = (typeof SORTS)[number]

/** Parameters of the search (docs/design/domain.md, "Search at scale"). */
export const searchQuery = pageQuery
  .extend({
    q: z.string().trim().max(100).optional(),
    country_id: textId.optional(),
    city_id: textId.optional(),
    neighborhood_id: textId.optional(),
    check_in: day.optional(),
    check_out: day.optional(),
    ...guests,
    price_min: moneyParameter.optional(),
    price_max: moneyParameter.optional(),
    bedrooms: wholeParameter(0, 50).optional(),
    bathrooms: wholeParameter(0, 50).optional(),
    property_type: code.optional(),
    room_type: code.optional(),
    amenities: codes.optional(),
    instant_book: flagParameter.optional(),
    bbox: box.optional(),
    lat: degrees(90).optional(),
    lng: degrees(180).optional(),
    radius_km: measure.pipe(z.number().positive().max(500)).optional().meta({ type: 'number' }),
    sort: z.enum(SORTS).optional(),
    facets: flagParameter.optional().meta({ description: 'Count the homes by type and by price, in `meta.facets`' }),
  })
  .superRefine((query, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (query.check_in !== undefined && query.check_out === undefined) problem('check_out', 'bothDates')
    if (query.check_out !== undefined && query.check_in === undefined) problem('check_in', 'bothDates')
    if ((query.price_min ?? 0) > (query.price_max ?? Number.MAX_SAFE_INTEGER)) problem('price_max', 'priceRange')
    const isPlace = query.lat !== undefined && query.lng !== undefined
    if (!isPlace && (query.radius_km !== undefined || query.sort === 'distance'))
      problem(query.lat === undefined ? 'lat' : 'lng', 'required')
    stayOrder(query, context as Parameters<typeof stayOrder>[1])
  })

/** Counts for further filters; each facet ignores its own filter. */
export const searchFacets = z
  .object({
    property_types: z.array(z.object({ id: z.string(), count: z.int() })),
    prices: z
      .array(z.object({ from: amount, to: amount.nullable(), count: z.int() }))
      .meta({ description: 'Steps of one width from the cheapest home up; `to` is exclusive, and null in the last' }),
  })
  .meta({ id: 'SearchFacets' })

const hitsPage = pagedSchema(propertyHit)

export const hits = hitsPage.extend({ meta: hitsPage.shape.meta.extend({ facets: searchFacets.optional() }) })

export type SearchQuery = z.infer<typeof searchQuery>
