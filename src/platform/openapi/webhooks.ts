import type { z } from 'zod'
import { pascalCase } from '../lib/text.ts'
import type { Operation, Schema } from './document.ts'
import { jsonSchemasOf } from './json-schema.ts'

/** Payloads about one subject, sent to addresses that owners name. */
export interface Webhook {
  /** Such as `reservation`. */
  subject: string
  /** Meaning of each type. */
  types: Readonly<Record<string, string>>
  /** Its parts with ids are components. */
  body: z.ZodObject
}

/** `ReservationWebhook`: the component that all types of a subject have. Pure. */
export const componentOf = ({ subject }: Webhook): string => `${pascalCase(subject)}Webhook`

/** `onReservationCreated` of `reservation.created`. Pure. */
const operationIdOf = (type: string): string => `on${pascalCase(type)}`

const header = (name: string, description: string, example: string) => ({
  ...{ name, in: 'header', required: true, description, example },
  schema: { type: 'string' },
})

/** The headers of Standard Webhooks. */
const HEADERS = [
  header('webhook-id', 'The same for every attempt, so that receivers can skip duplicates', 'evt_4711'),
  header('webhook-timestamp', 'Time of this attempt, in seconds since 1970', '1767225600'),
  header(
    'webhook-signature',
    'Signatures of `id.timestamp.body`, one per secret, separated by spaces',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const ANSWERS = {
  200: { description: 'Delivered, as with any 2xx. Anything else is retried, ten times in three days' },
  410: { description: 'Gone: the endpoint is disabled' },
}

/** The webhooks of an OpenAPI document by their types, and the components of their bodies. Pure. */
export function describeWebhooks(webhooks: readonly Webhook[]) {
  const components: Record<string, Schema> = jsonSchemasOf(
    Object.fromEntries(webhooks.map((webhook) => [componentOf(webhook), webhook.body])),
    'draft-2020-12',
  ).schemas
  const operations = webhooks.flatMap((webhook) =>
    Object.entries(webhook.types).map(([type, summary]): [string, { post: Operation }] => [
      type,
      {
        post: {
          operationId: operationIdOf(type),
          tags: ['events'],
          summary,
          description: `Sent to endpoints (\`POST /webhook-endpoints\`) that subscribe to \`${type}\`, in the format of Standard Webhooks.`,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${componentOf(webhook)}` } } },
          },
          responses: ANSWERS,
        },
      },
    ]),
  )
  return { components, webhooks: Object.fromEntries(operations) }
}
