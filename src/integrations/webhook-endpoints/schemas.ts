import { z } from 'zod'
import { DELIVERY_STATUS } from '../../platform/db/enums.ts'
import { eventNames } from '../../platform/events/types.ts'
import { envelopeSchema } from '../../platform/http/envelope.ts'
import {
  httpUrl,
  integerId,
  shownUrl,
  shownUuid,
  spacedLine,
  timestamp,
  uuid,
  wholeParameter,
} from '../../platform/http/fields.ts'
import { backwardMeta, pagedSchema } from '../../platform/http/pages.ts'
import { ENDPOINT, HOME } from '../../reference/examples/demo.ts'

const ALL = '*'
/** The type of what tries an endpoint. */
export const TEST = 'endpoint.tested'

/** Names of types, or `['*']`; stored as null for all types, including future ones. */
const types = z
  .array(z.enum([ALL, ...eventNames()]).meta({ id: 'WantedEventType' }))
  .min(1)
  .max(eventNames().length)
  .transform((names) => (names.includes(ALL) ? null : [...new Set(names)]))
  .meta({ type: 'array', description: 'Event types; `*` means all types, including future ones' })

const fields = {
  url: httpUrl,
  types,
  description: spacedLine(255).nullable(),
  property_ids: z
    .array(uuid.toLowerCase())
    .min(1)
    .max(1_000)
    .nullable()
    .meta({ description: 'Homes whose events are sent; null: all homes of the account, including future ones' }),
  include_guest: z.boolean().meta({ description: 'Whether stays include `contact`, the guest’s contact details' }),
}

export const newEndpoint = z
  .object({
    ...fields,
    types: types.optional(),
    description: fields.description.optional(),
    property_ids: fields.property_ids.optional(),
    include_guest: fields.include_guest.default(false),
  })
  .meta({
    example: {
      url: 'https://accounting.example.org/hooks',
      types: ['reservation.confirmed', 'reservation.cancelled'],
    },
  })
export const endpointChanges = z
  .object({
    url: fields.url.exactOptional(),
    types: fields.types.exactOptional(),
    description: fields.description.exactOptional(),
    property_ids: fields.property_ids.exactOptional(),
    include_guest: fields.include_guest.exactOptional(),
    enabled: z.boolean().optional().meta({ description: 'false: it receives no events' }),
  })
  .meta({ id: 'WebhookEndpointChanges', example: { enabled: false } })

export type EndpointChanges = z.infer<typeof endpointChanges>

export const endpoint = z
  .object({
    id: z.string().meta({ format: 'uuid', example: ENDPOINT }),
    url: shownUrl.meta({ example: 'https://accounting.example.org/hooks' }),
    types: z.array(z.string()).meta({ example: ['reservation.confirmed', 'reservation.cancelled'] }),
    description: z.string().nullable().meta({ example: 'The accountant' }),
    property_ids: z
      .array(shownUuid)
      .nullable()
      .meta({ description: 'null: events of all homes', example: [HOME] }),
    include_guest: fields.include_guest.meta({ example: false }),
    same_url: z
      .array(shownUuid)
      .meta({ description: 'Other endpoints with this address, which gets their events too' }),
    enabled: z.boolean(),
    disabled_at: timestamp.nullable().meta({ example: null }),
    disabled_because: z.enum(['paused', 'gone', 'failing']).meta({ id: 'DisabledBecause' }).nullable().meta({
      description: '`paused`: by its owner; `gone`: it answered 410; `failing`: no delivery succeeded for four days',
      example: null,
    }),
    failing_since: timestamp
      .nullable()
      .meta({ description: 'Time of the first failed delivery since the last success', example: null }),
    waiting: z.int().meta({ description: 'Deliveries waiting to be sent or retried', example: 0 }),
    dropped: z
      .int()
      .meta({ description: 'Deliveries dropped because too many were waiting; the feed has their events' }),
    rotated_at: timestamp.nullable().meta({
      description: 'Time of the last secret rotation; the previous secret stays valid for 24 hours',
      example: null,
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' })

const withSecret = endpoint
  .extend({
    secret: z
      .string()
      .meta({ description: 'Shown once: `whsec_` and base64', examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }),
  })
  .meta({ id: 'WebhookEndpointWithSecret' })

export const delivery = z
  .object({
    id: z.int().meta({ example: 12 }),
    event_key: z.string().meta({ description: 'Value of the `webhook-id` header', examples: ['evt_4711'] }),
    type: z.enum([TEST, ...eventNames()]).meta({ id: 'DeliveredEventType', example: 'reservation.confirmed' }),
    status: z.enum(DELIVERY_STATUS).meta({ example: 'delivered' }),
    attempts: z.int().meta({ example: 1 }),
    status_code: z.int().nullable().meta({ description: 'Result of the last attempt', example: 204 }),
    error: z.string().nullable().meta({
      description: 'Reason for a missing response: `timeout`, `unreachable`, `private_address`…',
      example: null,
    }),
    duration_ms: z.int().nullable().meta({ example: 84 }),
    answer: z.string().nullable().meta({ description: 'The first 2 kB of the last answer', example: '' }),
    attempted_at: timestamp.nullable(),
    due_at: timestamp.nullable().meta({ description: 'Time of the next attempt', example: null }),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookDelivery' })

export const endpointParams = z.object({ id: uuid.describe('Id of the endpoint').meta({ example: ENDPOINT }) })
export const deliveryParams = endpointParams.extend({
  delivery_id: integerId.describe('Id of the delivery').meta({ example: 12 }),
})
export const deliveriesQuery = z.object({
  before: integerId.optional().describe('Only entries before this id'),
  per_page: wholeParameter(1, 100).default(20).describe('Entries per page'),
})

export const replayRequest = z
  .object({
    after: z
      .string()
      .max(40)
      .meta({ description: 'Cursor of the feed; events after it are sent', examples: ['1.4711'] }),
    until: z.string().max(40).optional().meta({ description: 'Cursor of the last event to send; by default now' }),
  })
  .meta({ id: 'WebhookReplay', example: { after: '1.4711' } })

export const endpointPage = pagedSchema(endpoint)
export const endpointAnswer = envelopeSchema(endpoint)
export const secretAnswer = envelopeSchema(withSecret)
export const deliveryAnswer = envelopeSchema(delivery)
export const deliveryPage = envelopeSchema(z.array(delivery)).extend({
  meta: backwardMeta,
})
export const replayAnswer = envelopeSchema(z.object({ deliveries: z.int().meta({ example: 12 }) }))
