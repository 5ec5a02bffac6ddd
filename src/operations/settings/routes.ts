import type { FastifyInstance } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { DAY_STATUS, MAX_SHOWN_DAYS } from '../../bookings/calendars/schemas.ts'
import { ACTIONS } from '../../bookings/reservations/actions.ts'
import { SHOWN_PAYMENT_STATUS } from '../../bookings/reservations/schemas.ts'
import { MAX_ATTACHMENT_BYTES } from '../../conversations/messages/attachments.ts'
import { MAX_CONTENT } from '../../conversations/messages/schemas.ts'
import { SCORES } from '../../conversations/reviews/schemas.ts'
import { CURRENCIES, MAX_PHOTOS } from '../../homes/properties/schemas.ts'
import { LINE_CODES } from '../../homes/rates/lines.ts'
import { MAX_NIGHTS } from '../../homes/rates/price-schemas.ts'
import { DOCUMENT_KINDS } from '../../money/invoices/document.ts'
import {
  CANCELLATION_POLICY,
  LOCALE,
  MONEY_METHOD,
  PAYMENT_KIND,
  PROPERTY_STATUS,
  REFUND_STATUS,
  RESERVATION_STATUS,
  SEASON_POLICY,
  USER_ROLE,
} from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { MAX_PER_PAGE } from '../../platform/http/pages.ts'
import { REFERENCE_READ } from '../../platform/http/revalidation.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { MAX_IMAGE_BYTES } from '../../platform/storage/forms.ts'

const settings = z
  .object({
    payments: z
      .object({
        provider: z.literal('stripe'),
        publishable_key: z.string().nullable().meta({ description: 'For Stripe.js; null: only checkouts can be used' }),
      })
      .meta({ example: { provider: 'stripe', publishable_key: null } }),
    realtime: z
      .object({ key: z.string().meta({ description: 'Application key for Pusher clients' }) })
      .meta({ example: { key: 'sejour-key' } }),
    languages: z.array(z.enum(LOCALE)),
    currencies: z.array(z.enum(CURRENCIES)),
    limits: z.object({
      image_bytes: z.int(),
      attachment_bytes: z.int(),
      photos_per_home: z.int(),
      nights_per_stay: z.int(),
      calendar_days: z.int().meta({ description: 'Maximum number of days in one calendar response' }),
      per_page: z.int(),
      message_characters: z.int(),
      requests_per_minute: z.int(),
    }),
  })
  .meta({ id: 'Settings' })

const named = <const Values extends readonly string[]>(values: Values) =>
  z.object(Object.fromEntries(values.map((value) => [value, z.string()])) as Record<Values[number], z.ZodString>)

/** Rows of the database, by their ids. */
const namesOfHomes = z.record(z.string(), z.string())

/** Names of values; a value without a name does not compile. */
const labels = z
  .object({
    reservation_status: named(RESERVATION_STATUS),
    payment_status: named(SHOWN_PAYMENT_STATUS),
    payment_kind: named(PAYMENT_KIND),
    money_method: named(MONEY_METHOD),
    refund_status: named(REFUND_STATUS),
    invoice_kind: named(DOCUMENT_KINDS),
    property_status: named(PROPERTY_STATUS),
    cancellation_policy: named(CANCELLATION_POLICY),
    season_policy: named(SEASON_POLICY),
    day_status: named(DAY_STATUS),
    line_code: named(LINE_CODES),
    action: named(ACTIONS),
    score: named(SCORES),
    role: named(USER_ROLE),
    property_type: namesOfHomes,
    room_type: namesOfHomes,
    amenity: namesOfHomes,
  })
  .meta({ id: 'Labels' })

interface Named {
  id: string
  name_fr: string
  name_en: string
}

/** Names in a language, by their values. Pure. */
const namesIn = (rows: Named[], locale: Locale): Record<string, string> =>
  Object.fromEntries(rows.map((row) => [row.id, row[`name_${locale}`]]))

/** All names: the texts of the service, and the database's names of homes. */
async function labelsIn({ db }: FastifyInstance, locale: Locale) {
  const { listTypes, listRoomTypes, listAmenities } = queries.properties
  const [types, roomTypes, amenities] = await Promise.all([
    listTypes(db, {}),
    listRoomTypes(db, {}),
    listAmenities(db, {}),
  ])
  return {
    ...texts(locale).labels,
    property_type: namesIn(types, locale),
    room_type: namesIn(roomTypes, locale),
    amenity: namesIn(amenities, locale),
  }
}

/** GET /config and /labels: what a front end has to know of this service before anybody signs in. */
export const settingsRoutes: FastifyPluginAsyncZod = async (app) => {
  const { config } = app

  app.get(
    '/config',
    {
      exposeHeadRoute: true,
      ...REFERENCE_READ,
      schema: {
        tags: ['operations'],
        operationId: 'getSettings',
        'x-audience': ['company', 'guest', 'developer'],
        summary: 'Get the public configuration for front ends',
        description: `Read it once at startup: the key for real time, the publishable key of the payment provider,
          languages, currencies and limits for forms. Can be cached for five minutes.`,
        response: { 200: envelopeSchema(settings), ...failures() },
      },
    },
    async (request) =>
      envelope(request, {
        payments: { provider: 'stripe' as const, publishable_key: config.stripe.publishableKey ?? null },
        realtime: { key: config.realtime.key },
        languages: [...LOCALE],
        currencies: [...CURRENCIES],
        limits: {
          image_bytes: MAX_IMAGE_BYTES,
          attachment_bytes: MAX_ATTACHMENT_BYTES,
          photos_per_home: MAX_PHOTOS,
          nights_per_stay: MAX_NIGHTS,
          calendar_days: MAX_SHOWN_DAYS,
          per_page: MAX_PER_PAGE,
          message_characters: MAX_CONTENT,
          requests_per_minute: config.rateLimitPerMinute,
        },
      }),
  )

  app.get(
    '/labels',
    {
      exposeHeadRoute: true,
      ...REFERENCE_READ,
      schema: {
        tags: ['operations'],
        operationId: 'getLabels',
        'x-audience': ['company', 'guest', 'developer'],
        summary: 'Get the display names of enum values',
        description: `Display names of enum values in the language of the request, by field: states, policies,
          actions, types of homes, amenities. Later versions add values: show the raw value if it has no name. Can be
          cached for five minutes.`,
        response: { 200: envelopeSchema(labels), ...failures() },
      },
    },
    async (request) => envelope(request, await labelsIn(app, request.locale)),
  )
}
