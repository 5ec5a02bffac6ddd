import { z } from 'zod'
import { AMENITY, CANCELLATION_POLICY, PROPERTY_STATUS, PROPERTY_TYPE, ROOM_TYPE } from '../../platform/db/enums.ts'
import { amount, line, money, shownUrl, shownUuid, textId, timestamp } from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { person } from '../../platform/http/person.ts'
import { isTimeZone } from '../../platform/lib/environment.ts'

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
  balance_due_days: whole(0, 365).meta({ description: 'Days before arrival on which the rest of a deposit is due' }),
  min_stay: whole(1, 365),
  max_stay: whole(1, 1_096),
  lead_time_days: whole(0, 365),
  booking_window_days: whole(1, 1_460),
  instant_book: z.boolean(),
  cancellation_policy: z.enum(CANCELLATION_POLICY),
  check_in_time: timeOfDay,
  check_out_time: timeOfDay,
  status: z.enum(PROPERTY_STATUS).exclude(['archived']),
}

export const propertyChanges = z.object(ownerFields).partial()

export const newProperty = propertyChanges.required({ title: true, city_id: true, base_price: true, max_guests: true })

export type PropertyChanges = z.infer<typeof propertyChanges>

/** The most photos of a home; sql/homes/properties/insert-photo.sql counts them. */
export const MAX_PHOTOS = 30

export const pictureSize = z.object({ url: shownUrl, width: z.int(), height: z.int() }).meta({ id: 'PictureSize' })

export const photo = pictureSize
  .extend({
    id: z.int(),
    sizes: z
      .array(pictureSize)
      .meta({ description: 'The photo in several widths, the smallest first and itself last; for `srcset`' }),
    alt: z.string().nullable(),
  })
  .meta({ id: 'Photo' })

/** An amenity of an answer. */
export const shownAmenity = z.string().meta({ enum: [...AMENITY] })

/** A photo as its row has it. */
export const storedPhoto = photo.omit({ sizes: true }).extend({ smaller: z.array(pictureSize) })

export const photoChange = z.object({ alt: line().nullable().optional(), position: whole(1, MAX_PHOTOS).optional() })

/** Who sees the exact place of a home and its owner's phone (docs/design/domain.md, "Records"). */
const KNOWN_CLOSELY = 'For the owner, the staff and guests of confirmed stays; null for everybody else'
const PUBLIC_POINT = 'Exact for the owner, the staff and guests of confirmed stays; else rounded to three decimals'

const externalId = z
  .string()
  .nullable()
  .meta({ description: 'Name of the home in the imports of its owner; null for everybody else', examples: ['A-12'] })

export const propertyDetails = z
  .object({
    id: shownUuid,
    external_id: externalId,
    owner: z.object({
      ...person.shape,
      phone: z.string().nullable().meta({ description: KNOWN_CLOSELY }),
    }),
    status: z.enum(PROPERTY_STATUS),
    title: z.string(),
    description: z.string(),
    property_type: z.enum(PROPERTY_TYPE),
    room_type: z.enum(ROOM_TYPE),
    country_id: z.string(),
    city_id: z.string(),
    city: z.string(),
    neighborhood_id: z.string().nullable(),
    neighborhood: z.string().nullable(),
    address: z.string().nullable().meta({ description: KNOWN_CLOSELY }),
    latitude: z.number().meta({ description: PUBLIC_POINT }),
    longitude: z.number(),
    timezone: z.string(),
    currency: z.string(),
    max_guests: z.int(),
    included_guests: z.int(),
    bedrooms: z.int(),
    beds: z.int(),
    bathrooms: z.int(),
    amenities: z.array(shownAmenity),
    base_price: amount,
    weekend_price: amount.nullable(),
    weekend_days: z.array(z.int()),
    cleaning_fee: amount,
    extra_guest_fee: amount,
    security_deposit: amount,
    deposit_percent: z.int(),
    balance_due_days: z.int(),
    min_stay: z.int(),
    max_stay: z.int(),
    lead_time_days: z.int(),
    booking_window_days: z.int(),
    instant_book: z.boolean(),
    cancellation_policy: z.enum(CANCELLATION_POLICY),
    check_in_time: z.string(),
    check_out_time: z.string(),
    rating_average: z.number().nullable(),
    rating_count: z.int(),
    photos: z.array(photo),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Property' })

/** A home as its owner sees it in a list. */
export const ownProperty = z
  .object({
    id: shownUuid,
    external_id: externalId,
    title: z.string(),
    status: z.enum(PROPERTY_STATUS),
    property_type: z.enum(PROPERTY_TYPE),
    room_type: z.enum(ROOM_TYPE),
    city_id: z.string(),
    city: z.string(),
    currency: z.string(),
    base_price: amount,
    max_guests: z.int(),
    instant_book: z.boolean(),
    rating_average: z.number().nullable(),
    rating_count: z.int(),
    cover: shownUrl.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'OwnProperty' })

export const ownList = pageQuery.extend({
  status: z.enum(PROPERTY_STATUS).exclude(['archived']).optional().describe('Only homes in this status'),
})

export const namedType = z.object({ id: z.string(), name: z.string() }).meta({ id: 'NamedValue' })
