import { z } from 'zod'
import { WEBHOOK_REGISTRATION } from '../../platform/db/enums.ts'
import {
  flagParameter,
  homeFilter,
  homeId,
  httpUrl,
  integerId,
  line,
  shownUrl,
  shownUuid,
  timestamp,
  uuid,
} from '../../platform/http/fields.ts'
import { pageQuery } from '../../platform/http/pages.ts'
import { at, HOME, MARTIN, REMOTE_PROPERTY, WEBHOOK } from '../../reference/examples/demo.ts'

/** The events of a channel manager (docs/design/channels.md, "Inbound events"). */
export const BOOKING_EVENTS = [
  ...(['booking', 'booking_new', 'booking_modification', 'booking_cancellation'] as const),
  ...(['booking_unmapped_room', 'booking_unmapped_rate', 'non_acked_booking'] as const),
] as const
export const MESSAGE_EVENT = 'message'
export const THREAD_EVENT = 'message_thread_booking_assigned'
export const REVIEW_EVENTS = ['review', 'updated_review'] as const
export const CALENDAR_EVENTS = ['availability_update', 'ari'] as const
/** Troubles of a channel, told to people. Channex has called the first one by both names. */
export const TROUBLE_EVENTS = [
  ...(['disconnect_channel', 'disconnected_channel', 'deactivate_channel', 'disconnect_listing'] as const),
  ...(['sync_error', 'rate_error'] as const),
] as const
export const ACTIVE_EVENT = 'activate_channel'
/** Requests of guests, and how they were answered at the channel. */
export const REQUEST_EVENTS = ['inquiry', 'reservation_request', 'alteration_request'] as const
export const ANSWER_EVENTS = ['accepted_reservation', 'declined_reservation'] as const
/** Known events of no effect. `test` is that of a test delivery. */
const QUIET_EVENTS = [
  ...(['sync_warning', 'new_channel', 'updated_channel', 'channel_removal_warning'] as const),
  ...(['property_removal_warning', 'test'] as const),
] as const
export const CHANNEL_EVENTS = [
  ...BOOKING_EVENTS,
  MESSAGE_EVENT,
  THREAD_EVENT,
  ...REVIEW_EVENTS,
  ...CALENDAR_EVENTS,
  ...TROUBLE_EVENTS,
  ACTIVE_EVENT,
  ...REQUEST_EVENTS,
  ...ANSWER_EVENTS,
  ...QUIET_EVENTS,
] as const

const KNOWN: ReadonlySet<string> = new Set(CHANNEL_EVENTS)

/** Headers that HTTP or this service sets itself. */
const RESERVED = new Set([
  ...['connection', 'content-length', 'content-type', 'expect', 'host', 'keep-alive', 'te', 'trailer', 'upgrade'],
  ...['transfer-encoding', 'x-webhook-secret', 'x-webhook-signature'],
])
const MAX_ENTRIES = 20

const printable = z
  .string()
  .max(1_000)
  .regex(/^[\x20-\x7e]*$/, 'invalidText')

const entries = (isName: (name: string) => boolean) =>
  z
    .record(z.string(), printable)
    .refine((record) => Object.keys(record).length <= MAX_ENTRIES && Object.keys(record).every(isName), 'entryNames')
    .meta({ description: 'At most 20; values are shown as `***`' })

const eventMask = z
  .string()
  .max(255)
  .refine((mask) => mask === '*' || mask.split(';').every((event) => KNOWN.has(event)), 'eventMask')
  .meta({ description: '`*`, or events separated by semicolons' })

const remoteId = line(100).nullable().meta({
  description: 'Staff can set any id. The account can set properties assigned to it, with their rooms and rates',
})

const fields = {
  provider: line(50)
    .regex(/^[a-z0-9_-]+$/, 'invalidText')
    .exactOptional(),
  callback_url: httpUrl.exactOptional(),
  event_mask: eventMask.exactOptional(),
  headers: entries((name) => /^[A-Za-z0-9-]{1,64}$/.test(name) && !RESERVED.has(name.toLowerCase())).exactOptional(),
  request_params: entries((name) => /^[\w.-]{1,64}$/.test(name)).exactOptional(),
  send_data: z.boolean().exactOptional(),
  is_active: z.boolean().exactOptional(),
  remote_property_id: remoteId.exactOptional(),
  room_type_id: remoteId.exactOptional(),
  rate_plan_id: remoteId.exactOptional(),
}

export const newSubscription = z.object(fields)
export const subscriptionChanges = newSubscription.extend({
  rotate_secret: z
    .boolean()
    .optional()
    .meta({ description: 'true: a new secret, shown once; the old one is valid for 24 hours more' }),
})
export type SubscriptionChanges = z.output<typeof newSubscription>

/** Contents of the jsonb columns. */
export const storedEntries = z.record(z.string(), z.string())

export const subscriptionSchema = z
  .object({
    id: shownUuid.meta({ example: WEBHOOK }),
    property_id: shownUuid.meta({ example: HOME }),
    provider: z.string().meta({ example: 'channex' }),
    callback_url: shownUrl.meta({ example: 'https://sejour.example/api/v1/webhook/notifications' }),
    event_mask: z.string().meta({ example: '*' }),
    headers: storedEntries.meta({ example: { 'x-team': '***' } }),
    request_params: storedEntries.meta({ example: { source: '***' } }),
    send_data: z.boolean().meta({ example: true }),
    is_active: z.boolean().meta({ example: true }),
    remote_property_id: z.string().nullable().meta({ example: REMOTE_PROPERTY }),
    room_type_id: z.string().nullable().meta({ example: '994d1375-dbbd-4072-8724-b2ab32ce781b' }),
    rate_plan_id: z.string().nullable().meta({ example: 'bab451e7-9ab1-4cc4-aa16-107bf7bbabb2' }),
    last_delivery_at: timestamp.nullable().meta({ example: at(-10) }),
    last_delivery_status: z.int().nullable().meta({ example: 200 }),
    failure_count: z.int().meta({ example: 0 }),
    registration: z.enum(WEBHOOK_REGISTRATION).meta({
      description:
        'The webhook at the channel manager: `none` is needed, a job is about to write it (`pending`), it is `registered`, or `refused`',
      example: 'registered',
    }),
    registration_error: z
      .string()
      .nullable()
      .meta({ description: 'Response of the channel manager to the last attempt', example: null }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookSubscription' })

export const subscriptionWithSecret = subscriptionSchema
  .extend({
    secret: z.string().optional().meta({
      description: 'Shown when it is new, and never again',
      example: 'whs_0198b1c32a5b7c829d143e6f7a8b9c0d_Zq1Vb0n7yJ3xTg5uWc8hKd2mRf6sLp9aQe4iYo1wXtE',
    }),
  })
  .meta({ id: 'NewWebhookSubscription' })

export const newChannelProperty = z
  .object({ owner_id: integerId.describe('Number of the account'), remote_property_id: line(100) })
  .meta({ id: 'NewChannelProperty', example: { owner_id: MARTIN, remote_property_id: REMOTE_PROPERTY } })

export const channelProperty = z
  .object({
    remote_property_id: z.string().meta({ example: REMOTE_PROPERTY }),
    owner_id: z.int().meta({ example: MARTIN }),
    property_ids: z.array(shownUuid).meta({ description: 'Homes mapped to it', example: [HOME] }),
    created_at: timestamp,
  })
  .meta({ id: 'ChannelProperty' })

export const propertyParams = z.object({
  remote_property_id: line(100)
    .describe('Id of the property at the channel manager')
    .meta({ example: REMOTE_PROPERTY }),
})
export const homeParams = z.object({ propertyUuid: homeId })
export const subscriptionParams = z.object({
  webhookUuid: uuid.describe('Id of the subscription').meta({ example: WEBHOOK }),
  propertyUuid: homeId,
})
export const webhookParams = z.object({
  webhookUuid: uuid.describe('Id of the subscription').meta({ example: WEBHOOK }),
})
export const subscriptionList = pageQuery.extend({
  property_id: homeFilter,
  is_active: flagParameter.optional().describe('Only active subscriptions, or only inactive ones'),
})

export const testRequest = z.object({ webhook_id: uuid.optional() })

export const testResult = z.object({
  webhook_id: shownUuid,
  status_code: z.int().nullable().meta({ description: 'null: the callback could not be reached' }),
  duration_ms: z.int(),
  error: z.string().nullable(),
})
