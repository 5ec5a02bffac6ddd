import { z } from 'zod'
import { shownCompany } from '../../accounts/company/schemas.ts'
import { AMENITY, CANCELLATION_POLICY, PROPERTY_STATUS, PROPERTY_TYPE, ROOM_TYPE } from '../../platform/db/enums.ts'
import { amount, integerId, line, money, shownUrl, shownUuid, textId, timestamp } from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { person } from '../../platform/http/person.ts'
import { isTimeZone } from '../../platform/lib/environment.ts'
import { HOME, HOME_TITLE, MARTIN, PHOTO, PHOTO_TEXT, PICTURE } from '../../reference/examples/demo.ts'
import { ownTouristTax, shownTax } from '../taxes/schemas.ts'

/** Supported currencies; all have two decimals. */
export const CURRENCIES = [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'CAD',
  'AUD',
  'NZD',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'CZK',
  'RON',
  'MAD',
  'BRL',
  'MXN',
  'ZAR',
  'SGD',
  'HKD',
] as const

const whole = (minimum: number, maximum: number) => z.int().min(minimum).max(maximum)
const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, 'invalidTime')
  .meta({ examples: ['16:00'] })

/** Description of a registration number. */
const REGISTERED = 'Number under which the home is registered as a rental; public, as the law requires'

/** A registration number of an answer. */
/** The page of a home for guests. */
export const homeUrl = shownUrl.nullable().meta({
  description: 'Its page for guests on the front end; null without one',
  example: `https://sejour.example/homes/${HOME}`,
})

export const shownRegistration = z.string().nullable().meta({ description: REGISTERED, example: '13201000001AB' })

/** The fields that an owner sets. `country_id`, a missing time zone and missing coordinates follow from the city. */
const ownerFields = {
  title: line(),
  description: z.string().trim().max(10_000),
  property_type: z.enum(PROPERTY_TYPE),
  room_type: z.enum(ROOM_TYPE),
  city_id: textId,
  neighborhood_id: textId.nullable(),
  address: line().nullable(),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  timezone: z
    .string()
    .refine((name) => /^[A-Z][\w+-]*(\/[A-Z][\w+-]*)*$/.test(name) && isTimeZone(name), 'unknown')
    .meta({ description: 'An IANA time zone; by default that of the place', examples: ['Europe/Paris'] }),
  currency: z.enum(CURRENCIES).meta({ id: 'Currency' }),
  max_guests: whole(1, 50),
  included_guests: whole(1, 50),
  bedrooms: whole(0, 50),
  beds: whole(0, 100),
  bathrooms: whole(0, 50),
  amenities: z
    .array(z.enum(AMENITY))
    .max(50)
    .transform((list) => [...new Set(list)]),
  base_price: money,
  weekend_price: money.nullable(),
  weekend_days: z.array(whole(1, 7)).max(7).meta({ description: 'ISO days, 1 = Monday' }),
  cleaning_fee: money,
  extra_guest_fee: money,
  security_deposit: money,
  deposit_percent: whole(1, 100),
  balance_due_days: whole(0, 365).meta({ description: 'Days before arrival on which the balance is due' }),
  min_stay: whole(1, 365),
  max_stay: whole(1, 1_096),
  lead_time_days: whole(0, 365),
  booking_window_days: whole(1, 1_460),
  instant_book: z.boolean(),
  cancellation_policy: z.enum(CANCELLATION_POLICY),
  check_in_time: timeOfDay,
  check_out_time: timeOfDay,
  owner_days: whole(0, 366).nullable().meta({
    description: 'Nights a calendar year for stays made by team members with the role `owner`; null: no limit',
  }),
  tourist_tax: ownTouristTax,
  seller_id: integerId
    .nullable()
    .meta({ description: 'Seller of the account that issues documents; null: the installation' }),
  registration_number: line(60)
    .nullable()
    .meta({ description: REGISTERED, examples: ['13201000001AB'] }),
  status: z.enum(PROPERTY_STATUS).exclude(['archived']),
}

export const propertyChanges = z.object(ownerFields).partial()

export const newProperty = propertyChanges.required({ title: true, city_id: true, base_price: true, max_guests: true })

export type PropertyChanges = z.infer<typeof propertyChanges>

/** The most photos of a home; sql/homes/properties/insert-photo.sql counts them. */
export const MAX_PHOTOS = 30

export const pictureSize = z
  .object({
    url: shownUrl.meta({ example: PICTURE }),
    width: z.int().meta({ example: 2048 }),
    height: z.int().meta({ example: 1365 }),
  })
  .meta({ id: 'PictureSize' })

export const photo = pictureSize
  .extend({
    id: z.int().meta({ example: PHOTO }),
    sizes: z
      .array(pictureSize)
      .meta({ description: 'The photo in several widths, the smallest first and itself last; for `srcset`' }),
    alt: z.string().nullable().meta({ example: PHOTO_TEXT }),
  })
  .meta({ id: 'Photo' })

/** An amenity of an answer. */
export const shownAmenity = z.string().meta({ enum: [...AMENITY] })

/** A photo as its row has it. */
export const storedPhoto = photo.omit({ sizes: true }).extend({ smaller: z.array(pictureSize) })

export const photoChange = z.object({
  alt: line().nullable().optional().meta({ example: PHOTO_TEXT }),
  position: whole(1, MAX_PHOTOS).optional(),
})

/** People who see the exact place of a home and its owner's phone (docs/design/domain.md, "Records"). */
const KNOWN_CLOSELY = 'For the owner, the staff and guests of confirmed stays; null for everybody else'
const PUBLIC_POINT = 'Exact for the owner, the staff and guests of confirmed stays; else rounded to three decimals'

const externalId = z
  .string()
  .nullable()
  .meta({
    description: 'Identifier of the home in the imports of its owner; null for everybody else',
    examples: ['A-12'],
  })

export const propertyDetails = z
  .object({
    id: shownUuid.meta({ example: HOME }),
    external_id: externalId,
    owner: z
      .object({
        ...person.shape,
        phone: z.string().nullable().meta({ description: KNOWN_CLOSELY }),
      })
      .meta({ example: { id: MARTIN, first_name: 'Martin', avatar: null, phone: null } }),
    company: shownCompany.nullable().meta({ example: null }),
    status: z.enum(PROPERTY_STATUS).meta({ example: 'published' }),
    title: z.string().meta({ example: HOME_TITLE }),
    description: z.string().meta({ example: 'Les pieds dans l’eau, au vallon des Auffes.' }),
    property_type: z.enum(PROPERTY_TYPE).meta({ example: 'cottage' }),
    room_type: z.enum(ROOM_TYPE).meta({ example: 'entire_home' }),
    country_id: z.string().meta({ example: 'FR' }),
    city_id: z.string().meta({ example: '2995469' }),
    city: z.string().meta({ example: 'Marseille' }),
    neighborhood_id: z.string().nullable().meta({ example: '3037101' }),
    neighborhood: z.string().nullable().meta({ example: 'Endoume' }),
    address: z.string().nullable().meta({ description: KNOWN_CLOSELY, example: null }),
    latitude: z.number().meta({ description: PUBLIC_POINT, example: 43.297 }),
    longitude: z.number().meta({ example: 5.381 }),
    timezone: z.string().meta({ example: 'Europe/Paris' }),
    currency: z.string().meta({ example: 'EUR' }),
    max_guests: z.int().meta({ example: 4 }),
    included_guests: z.int().meta({ example: 2 }),
    bedrooms: z.int().meta({ example: 2 }),
    beds: z.int().meta({ example: 2 }),
    bathrooms: z.int().meta({ example: 1 }),
    amenities: z.array(shownAmenity).meta({ example: ['wifi', 'kitchen', 'sea_view', 'terrace'] }),
    base_price: amount.meta({ example: 120 }),
    weekend_price: amount.nullable().meta({ example: 144 }),
    weekend_days: z.array(z.int()).meta({ example: [5, 6] }),
    cleaning_fee: amount.meta({ example: 48 }),
    extra_guest_fee: amount.meta({ example: 10 }),
    security_deposit: amount.meta({ example: 200 }),
    tourist_tax: shownTax.meta({
      description: 'Tourist tax of the home itself; null: that of its city',
      example: { per_adult_night: 1.43, percent: null, cap: null },
    }),
    deposit_percent: z.int().meta({ example: 30 }),
    balance_due_days: z.int().meta({ example: 30 }),
    min_stay: z.int().meta({ example: 1 }),
    max_stay: z.int().meta({ example: 365 }),
    lead_time_days: z.int().meta({ example: 0 }),
    booking_window_days: z.int().meta({ example: 730 }),
    instant_book: z.boolean(),
    cancellation_policy: z.enum(CANCELLATION_POLICY).meta({ example: 'moderate' }),
    check_in_time: z.string().meta({ example: '16:00' }),
    check_out_time: z.string().meta({ example: '11:00' }),
    owner_days: z.int().nullable().meta({
      description: 'Nights a calendar year for stays of its own owner; for the company, its team and the staff',
      example: null,
    }),
    seller_id: z.int().nullable().meta({
      description: 'Seller that issues documents, null: the installation; for the company, its team and the staff',
      example: null,
    }),
    registration_number: shownRegistration,
    url: homeUrl,
    rating_average: z.number().nullable().meta({ example: 4.8 }),
    rating_count: z.int().meta({ example: 27 }),
    photos: z.array(photo),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Property' })

/** A home as its owner sees it in a list. */
export const ownProperty = z
  .object({
    id: shownUuid.meta({ example: HOME }),
    external_id: externalId,
    title: z.string().meta({ example: HOME_TITLE }),
    status: z.enum(PROPERTY_STATUS).meta({ example: 'published' }),
    property_type: z.enum(PROPERTY_TYPE).meta({ example: 'cottage' }),
    room_type: z.enum(ROOM_TYPE).meta({ example: 'entire_home' }),
    city_id: z.string().meta({ example: '2995469' }),
    city: z.string().meta({ example: 'Marseille' }),
    currency: z.string().meta({ example: 'EUR' }),
    base_price: amount.meta({ example: 120 }),
    max_guests: z.int().meta({ example: 4 }),
    instant_book: z.boolean(),
    registration_number: shownRegistration,
    rating_average: z.number().nullable().meta({ example: 4.8 }),
    rating_count: z.int().meta({ example: 27 }),
    cover: shownUrl.nullable().meta({ example: PICTURE }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OwnProperty' })

export const ownList = pageQuery.extend({
  q: z.string().trim().max(100).optional().describe('Part of the title or the city'),
  status: z.enum(PROPERTY_STATUS).exclude(['archived']).optional().describe('Only homes in this status'),
  sort: z
    .enum(['-changed', 'title', 'place'])
    .default('-changed')
    .describe('Order: `-changed` the last changed first, by title, or by city and then title'),
})

export const namedType = z
  .object({ id: z.string().meta({ example: 'wifi' }), name: z.string().meta({ example: 'Wi-Fi' }) })
  .meta({ id: 'NamedValue' })
