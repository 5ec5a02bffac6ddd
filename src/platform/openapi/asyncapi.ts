import type { z } from 'zod'
import packageJson from '../../../package.json' with { type: 'json' }
import { jsonSchemasOf, withoutExamples } from './json-schema.ts'
import { writeOneWay } from './one-way.ts'
import { componentOf, type Webhook } from './webhooks.ts'

/** The channels of this service's own events, as the AsyncAPI document describes them (docs/design/realtime.md). */
const CHANNELS = {
  user: {
    address: 'private-user.{user_id}',
    title: 'One user, on all their devices',
    description:
      'Only that user may join. To catch up after a lost connection, read `GET /notifications` and `GET /messages`.',
    parameters: {
      user_id: { description: 'The number of the user: `id` in the answer to a sign-in', examples: ['7'] },
    },
  },
  chat: {
    address: 'presence-chat',
    title: 'Who is online',
    description:
      'Every verified user may join. Members are users, not sockets. Members can send each other `client-*` events with any data.',
  },
}

/** Destination of webhooks, which their receivers choose. */
const ENDPOINT = {
  address: null,
  title: 'Endpoints of owners',
  description:
    'Sent with POST to the addresses of `POST /webhook-endpoints`, signed as Standard Webhooks says. `GET /events` has all of them in order.',
  servers: [{ $ref: '#/servers/receiver' }],
}

/** Fields, or a union of them. */
export type PushedData = z.ZodObject | z.ZodDiscriminatedUnion<readonly z.ZodObject[]>

/** An event that the service publishes, and the schema of its data. Events of presence are named as stock clients name them. */
export interface Push<Data extends PushedData = PushedData> {
  channel: keyof typeof CHANNELS
  event: string
  summary: string
  /** Schema of its data. It has an id, by which the document names it. */
  data: Data
  example: z.input<Data>
}

/** Declares an event; its example has the type of its data. */
export const definePush = <Data extends PushedData>(push: Push<Data>): Push<Data> => push

const DESCRIPTION = `Events that the service pushes over the Pusher protocol, versions 4 to 7: use pusher-js 8, laravel-echo 2 or another client of Pusher as they are.
On the wire an event is a text frame \`{event, channel, data}\` whose data is JSON in a string; the payloads here are what the libraries hand to your listeners.
A private or presence channel is joined with a signature: the libraries send the bearer token with \`socket_id\` and \`channel_name\` to \`POST /broadcasting/auth\`.
Back ends that know the secret of the application may publish on any channel over the HTTP API of Pusher; the service itself uses no public one.
Events and fields are added without a new version: ignore what you do not know.`

interface Service {
  /** The address of the service, e.g. `https://api.example.org`. */
  url: string
  /** The key of the application for Pusher clients. */
  key: string
}

/** The key of a message in the document, which has no colons. */
const keyOf = ({ event }: Push): string => event.replace('pusher:', '')

/** The AsyncAPI 3 document of the events. Pure. */
export function asyncApiDocument(pushes: readonly Push[], webhooks: readonly Webhook[], { url, key }: Service) {
  const { protocol, host } = new URL(url)
  const data = pushes.map((push) => [keyOf(push), push.data] as const)
  const bodies = webhooks.map((webhook) => [componentOf(webhook), webhook.body] as const)
  const { schemas, components } = writeOneWay(
    withoutExamples(jsonSchemasOf(Object.fromEntries([...data, ...bodies]), 'draft-7')),
  )
  const channels = Object.entries(CHANNELS).map(([name, channel]) => {
    const own = pushes.filter((push) => push.channel === name)
    const messages = Object.fromEntries(
      own.map((push) => [keyOf(push), { $ref: `#/components/messages/${keyOf(push)}` }]),
    )
    return [name, { ...channel, servers: [{ $ref: '#/servers/realtime' }], messages }]
  })
  const operations = Object.entries(CHANNELS).map(([name, { title }]) => [
    `push_${name}`,
    {
      action: 'send',
      channel: { $ref: `#/channels/${name}` },
      title,
      security: [{ $ref: '#/components/securitySchemes/bearer' }],
    },
  ])
  const messages = pushes.map((push) => {
    const { event, summary, example } = push
    return [keyOf(push), { name: event, summary, payload: schemas[keyOf(push)], examples: [{ payload: example }] }]
  })
  const webhookMessages = webhooks.flatMap((webhook) =>
    Object.entries(webhook.types).map(([type, summary]): [string, object] => {
      const payload = { $ref: `#/components/schemas/${componentOf(webhook)}` }
      return [type, { name: type, summary, payload }]
    }),
  )
  const toEndpoints = Object.fromEntries(
    webhookMessages.map(([type]) => [type, { $ref: `#/components/messages/${type}` }]),
  )
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Séjour',
      version: packageJson.version,
      description: DESCRIPTION,
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    defaultContentType: 'application/json',
    servers: {
      realtime: {
        host,
        pathname: '/app/{key}',
        protocol: protocol === 'https:' ? 'wss' : 'ws',
        description:
          'The Pusher protocol over WebSocket; the address has `?protocol=7`, or an older version from 4 on.',
        variables: { key: { default: key, description: 'The key of the application, also in `GET /config`' } },
      },
      receiver: {
        host: '{host}',
        protocol: 'https',
        description: 'The address of an endpoint',
        variables: { host: { description: 'Its owner names it', examples: ['hooks.example.org'] } },
      },
    },
    channels: { ...Object.fromEntries(channels), endpoint: { ...ENDPOINT, messages: toEndpoints } },
    operations: {
      ...Object.fromEntries(operations),
      send_to_endpoint: { action: 'send', channel: { $ref: '#/channels/endpoint' }, title: ENDPOINT.title },
    },
    components: {
      messages: Object.fromEntries([...messages, ...webhookMessages]),
      schemas: {
        ...components,
        ...Object.fromEntries(bodies.map(([name]) => [name, schemas[name]])),
      },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: '`POST /broadcasting/auth` takes the token of the API, and signs the right to join a channel',
        },
      },
    },
  }
}
