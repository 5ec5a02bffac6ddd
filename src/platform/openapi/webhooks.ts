import type { z } from 'zod'
import { pascalCase } from '../lib/text.ts'
import type { Operation, Schema } from './document.ts'
import { jsonSchemasOf } from './json-schema.ts'

/** What is sent to addresses that owners name, about one subject. */
export interface Webhook {
  /** Such as `reservation`. */
  subject: string
  /** What each type tells. */
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
  header('webhook-id', 'The same for every try: what was seen already can be passed over', 'evt_4711'),
  header('webhook-timestamp', 'When this try was made, in seconds since 1970', '1767225600'),
  header(
    'webhook-signature',
    'Of `id.timestamp.body`, one for each secret, separated by spaces',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]

const ANSWERS = {
  200: { description: 'Taken; so is every other 2xx. Anything else is tried again, ten times in three days' },
  410: { description: 'Nothing is wanted here any more: the endpoint is disabled' },
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
          description: `Sent to endpoints (\`POST /webhook-endpoints\`) that want \`${type}\`, as Standard Webhooks says.`,
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
