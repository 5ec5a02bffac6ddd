import { z } from 'zod'
import { AMENITY, PROPERTY_TYPE, ROOM_TYPE } from '../../platform/db/enums.ts'
import {
  amount,
  day,
  flagParameter,
  measure,
  moneyParameter,
  shownUrl,
  shownUuid,
  textId,
  wholeParameter,
} from '../../platform/http/fields.ts'
import { pagedSchema, pageQuery } from '../../platform/http/pages.ts'
import { person } from '../../platform/http/person.ts'
import { isPastEverywhere } from '../../platform/lib/days.ts'
import { HOME, HOME_TITLE, MARTIN, PICTURE } from '../../reference/examples/demo.ts'
import { homeUrl, photo, shownAmenity, shownRegistration } from '../properties/schemas.ts'
import { guests, stayOrder } from '../rates/price-schemas.ts'

export const propertyHit = z
  .object({
    id: shownUuid.meta({ example: HOME }),
    title: z.string().meta({ example: HOME_TITLE }),
    property_type: z.enum(PROPERTY_TYPE).meta({ example: 'cottage' }),
    room_type: z.enum(ROOM_TYPE).meta({ example: 'entire_home' }),
    country_id: z.string().meta({ example: 'FR' }),
    city_id: z.string().meta({ example: '2995469' }),
    city: z.string().meta({ example: 'Marseille' }),
    neighborhood: z.string().nullable().meta({ example: 'Endoume' }),
    latitude: z.number().meta({ description: 'Rounded to three decimals, as are distances', example: 43.297 }),
    longitude: z.number().meta({ example: 5.381 }),
    max_guests: z.int().meta({ example: 4 }),
    bedrooms: z.int().meta({ example: 2 }),
    beds: z.int().meta({ example: 2 }),
    bathrooms: z.int().meta({ example: 1 }),
    amenities: z.array(shownAmenity).meta({ example: ['wifi', 'kitchen', 'sea_view', 'terrace'] }),
    instant_book: z.boolean(),
    registration_number: shownRegistration,
    currency: z.string().meta({ example: 'EUR' }),
    base_price: amount.meta({ example: 120 }),
    price_total: amount
      .nullable()
      .meta({ description: 'The stay’s total when dates are given, equal to the quote’s', example: 410.88 }),
    nights: z.int().nullable().meta({ description: 'Nights of the stay, when dates are given', example: 3 }),
    price_per_night: amount
      .nullable()
      .meta({ description: 'Total divided by the nights, when dates are given', example: 136.96 }),
    rating_average: z.number().nullable().meta({ example: 4.8 }),
    rating_count: z.int().meta({ example: 27 }),
    distance_km: z.number().nullable().meta({ example: null }),
    url: homeUrl,
    cover: shownUrl.nullable().meta({ description: 'The first photo', example: PICTURE }),
    photos: z.array(photo).meta({ description: 'The first five' }),
    owner: person.meta({ example: { id: MARTIN, first_name: 'Martin', avatar: null } }),
    is_favorite: z
      .boolean()
      .optional()
      .meta({ description: 'Whether it is one of my favourites; only with a token', example: true }),
  })
  .meta({ id: 'PropertyHit' })

const degrees = (limit: number) => measure.pipe(z.number().min(-limit).max(limit)).meta({ type: 'number' })

const box = z
  .string()
  .transform((text): (string | number)[] => text.split(','))
  .pipe(z.tuple([degrees(180), degrees(90), degrees(180), degrees(90)]))
  .meta({ type: 'string', description: 'west,south,east,north in degrees', examples: ['2.2,48.8,2.5,48.9'] })

const given = z.union([z.string(), z.array(z.string())])

/** The values of a parameter with commas, or of one that is repeated. Pure. */
const split = (value: string | string[]): string[] => [value].flat().flatMap((text) => text.split(','))

/** Some of a list of values. */
const someOf = <const Values extends readonly [string, ...string[]]>(values: Values, description: string) =>
  given
    .transform(split)
    .pipe(z.array(z.enum(values)).max(50))
    .meta({ type: 'string', description: `${description}; with commas or repeated: ${values.join(', ')}` })

/** Counts of a search for further filters. */
const FACETS = ['property_types', 'room_types', 'amenities', 'bedrooms', 'bathrooms', 'instant_book', 'prices'] as const

/** `true` stands for all of them, `false` for none. */
const wantedFacets = given
  .transform((value) => (value === 'true' ? [...FACETS] : value === 'false' ? [] : split(value)))
  .pipe(z.array(z.enum(FACETS)).max(50))
  .meta({
    type: 'string',
    description: `Count the homes for further filters, in \`meta.facets\`: \`true\`, or some of ${FACETS.join(', ')}`,
  })

const SORTS = ['price', '-price', 'rating', 'popular', 'newest', 'distance'] as const
export type Sort = (typeof SORTS)[number]

/** Homes of a search that are counted and can be paged through. */
export const REACH = 10_000

/** Parameters of the search (docs/design/domain.md, "Search at scale"). */
export const searchQuery = pageQuery
  .extend({
    q: z.string().trim().max(100).optional().meta({
      description: 'Part of a title, neighborhood, city or country; if nothing matches, typing errors are tolerated',
    }),
    country_id: textId.optional().meta({ description: 'Country id from `GET /get-countries`' }),
    city_id: textId.optional().meta({ description: 'City id from `GET /get-cities/{country_id}`' }),
    neighborhood_id: textId.optional().meta({ description: 'Neighborhood id from `GET /get-neighborhoods/{city_id}`' }),
    check_in: day.optional().meta({
      description: 'Requires `check_out`. Returns only homes that can be booked, with the total of the stay',
    }),
    check_out: day.optional().meta({ description: 'The day of departure' }),
    ...guests,
    price_min: moneyParameter
      .optional()
      .meta({ description: 'Range of the total with dates, else of the nightly price' }),
    price_max: moneyParameter
      .optional()
      .meta({ description: 'Range of the total with dates, else of the nightly price' }),
    bedrooms: wholeParameter(0, 50).optional().meta({ description: 'Minimum number' }),
    bathrooms: wholeParameter(0, 50).optional().meta({ description: 'Minimum number' }),
    property_type: someOf(PROPERTY_TYPE, 'One of them').optional(),
    room_type: someOf(ROOM_TYPE, 'One of them').optional(),
    amenities: someOf(AMENITY, 'All of them').optional(),
    instant_book: flagParameter.optional().meta({ description: 'Whether the home can be booked without an inquiry' }),
    bbox: box.optional(),
    lat: degrees(90).optional().meta({ description: 'Requires `lng`; results then have their distance' }),
    lng: degrees(180).optional().meta({ description: 'Requires `lat`' }),
    radius_km: measure
      .pipe(z.number().positive().max(500))
      .optional()
      .meta({ type: 'number', description: 'Radius around `lat` and `lng`' }),
    sort: z
      .enum(SORTS)
      .meta({ id: 'Sort', description: 'By default as the operation says; `distance` needs `lat` and `lng`' })
      .optional(),
    facets: wantedFacets.default([]),
  })
  .superRefine((query, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (query.check_in !== undefined && query.check_out === undefined) problem('check_out', 'bothDates')
    if (query.check_out !== undefined && query.check_in === undefined) problem('check_in', 'bothDates')
    const { price_min = 0, price_max = Number.MAX_SAFE_INTEGER } = query
    if (price_max >= 0 && price_min > price_max) problem('price_max', 'priceRange')
    const isPlace = query.lat !== undefined && query.lng !== undefined
    if (!isPlace && (query.radius_km !== undefined || query.sort === 'distance'))
      problem(query.lat === undefined ? 'lat' : 'lng', 'required')
    if (query.check_in !== undefined && isPastEverywhere(query.check_in)) problem('check_in', 'inThePast')
    if ((query.page - 1) * query.per_page >= REACH) problem('page', 'beyondReach')
    stayOrder(query, context as Parameters<typeof stayOrder>[1])
  })

const countOf = <T extends z.ZodType>(id: T) => z.array(z.object({ id, count: z.int() }))
const countFrom = z
  .array(z.object({ from: z.int(), count: z.int() }).meta({ id: 'CountFrom' }))
  .meta({ description: 'Number of homes with at least this many' })

/** Facets as the database has them: null for those that nobody asked for. */
export const countedFacets = z.object({
  property_types: countOf(z.enum(PROPERTY_TYPE))
    .nullable()
    .meta({ example: [{ id: 'cottage', count: 1 }] }),
  room_types: countOf(z.enum(ROOM_TYPE))
    .nullable()
    .meta({ example: [{ id: 'entire_home', count: 31 }] }),
  amenities: countOf(z.enum(AMENITY))
    .nullable()
    .meta({ example: [{ id: 'wifi', count: 38 }] }),
  bedrooms: countFrom.nullable().meta({ example: [{ from: 1, count: 40 }] }),
  bathrooms: countFrom.nullable().meta({ example: [{ from: 1, count: 40 }] }),
  instant_book: z.int().nullable().meta({ example: 37 }),
  prices: z.array(z.object({ from_cents: z.int(), to_cents: z.int().nullable(), count: z.int() })).nullable(),
})

/** Counts for further filters. Each facet ignores its own filter; amenities do not, because a home must have all of them. */
const searchFacets = countedFacets
  .extend({
    prices: z
      .array(z.object({ from: amount, to: amount.nullable(), count: z.int() }))
      .nullable()
      .meta({
        description: 'Price ranges of equal width from the cheapest home up; `to` is exclusive, and null in the last',
        example: [{ from: 410, to: null, count: 1 }],
      }),
  })
  .meta({ id: 'SearchFacets' })

const relation = z.enum(['eq', 'gte']).meta({ id: 'TotalRelation', example: 'eq' })

const hitsPage = pagedSchema(propertyHit)

export const hits = hitsPage.extend({
  meta: hitsPage.shape.meta
    .extend({
      total_relation: relation.meta({
        description: '`gte`: more than 10,000 homes match; `total` is 10,000, and pages end there',
      }),
      facets: searchFacets.optional(),
      facets_relation: relation.optional().meta({
        description: '`gte`: more than 10,000 homes match; the 10,000 most popular are counted. With `facets`',
      }),
    })
    .meta({ id: 'SearchMeta' }),
})

export type SearchQuery = z.infer<typeof searchQuery>
