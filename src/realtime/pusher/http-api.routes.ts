import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { isNotFree } from '../../platform/db/errors.ts'
import { isStorable } from '../../platform/lib/text.ts'
import { toAppError } from '../../platform/plugins/errors.ts'
import { databaseTime, type EncodedEvent } from '../bus/bus.ts'
import { channelKind, isCached, serverToUser } from '../bus/channels.ts'
import { signatureProblem } from './http-signature.ts'
import { isChannelName, parseJson, SIZES } from './protocol.ts'

/** The Pusher HTTP API for trusted back ends (docs/design/realtime.md, "HTTP API"). It answers as Pusher's SDKs expect. */

const MAX_BODY_BYTES = 512 * 1024
const MAX_CHANNELS = 100
const MAX_BATCH = 10

const channelName = z.string().refine((name) => isChannelName(name) || (serverToUser(name) ?? '') !== '')
const storable = z.string().refine(isStorable)
const userId = storable.max(255)
const eventFields = {
  name: storable.min(1).max(SIZES.eventName),
  data: storable,
  socket_id: z
    .string()
    .regex(/^\d+\.\d+$/)
    .nullish(),
  info: z.string().optional(),
}
const eventBody = z
  .object({
    ...eventFields,
    channel: channelName.optional(),
    channels: z.array(channelName).max(MAX_CHANNELS).optional(),
  })
  .transform(({ channel, channels, ...event }) => ({ ...event, channels: channels ?? (channel ? [channel] : []) }))
  .refine(({ channels }) => channels.length > 0)
const batchBody = z.object({ batch: z.array(z.object({ ...eventFields, channel: channelName })).max(MAX_BATCH) })
const listQuery = z.object({ filter_by_prefix: z.string().optional(), info: z.string().optional() })

class Refusal extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Refusal(400, z.prettifyError(parsed.error))
  return parsed.data
}

const attributesOf = (info: string | undefined): Set<string> => new Set(info?.split(',').map((name) => name.trim()))

const TEXTS: Record<number, string> = { 413: 'Too large', 503: 'Try again later' }

type Attributes = Record<string, number | boolean | object>

export async function httpApi(app: FastifyInstance): Promise<void> {
  const { key, secret, appId, limits } = app.config.realtime
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, next) => {
    next(null, body)
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Refusal) return answerText(reply, error.status, error.message)
    const { status, headers } = toAppError(error instanceof Error ? error : new Error(String(error)))
    if (status >= 500 && !isNotFree(error)) request.log.error({ err: error }, 'HTTP API of real time')
    reply.headers(headers)
    return answerText(reply, status, TEXTS[status] ?? 'Failed')
  })
  app.addHook<{ Params: { app_id: string } }>('preHandler', async (request) => {
    if (request.params.app_id !== appId) throw new Refusal(404, 'Unknown app')
    const signed = { method: request.method, url: request.raw.url ?? '', body: bodyOf(request) }
    const problem = await signatureProblem({ key, secret }, signed, () => databaseTime(app.db))
    if (problem !== undefined) throw new Refusal(401, problem)
  })

  const base = '/apps/:app_id'
  // Back ends publish more often than people ask; the signature is what keeps others out.
  const options = { schema: { hide: true }, config: { rateLimit: false as const } }

  app.post(`${base}/events`, options, async (request) => {
    const { channels, info, ...event } = read(eventBody, parseJson(bodyOf(request).toString(), MAX_BODY_BYTES))
    await publish(channels.map((channel) => encoded(event, channel)))
    return info === undefined ? {} : { channels: await describe(channels, attributesOf(info)) }
  })

  app.post(`${base}/batch_events`, options, async (request) => {
    const { batch } = read(batchBody, parseJson(bodyOf(request).toString(), MAX_BODY_BYTES))
    await publish(batch.map((event) => encoded(event, event.channel)))
    if (batch.every(({ info }) => info === undefined)) return {}
    const described = batch.map(async ({ channel, info }) => (await describe([channel], attributesOf(info)))[channel])
    return { batch: await Promise.all(described) }
  })

  app.get(`${base}/channels`, options, async (request) => {
    const { filter_by_prefix = '', info } = read(listQuery, request.query)
    const wanted = attributesOf(info)
    if (wanted.has('user_count') && !filter_by_prefix.startsWith('presence-'))
      throw new Refusal(400, 'user_count needs filter_by_prefix to begin with presence-')
    const counts = await app.sockets.count(filter_by_prefix)
    const channels = [...counts].map(([channel, count]) => [channel, attributes(channel, count, wanted)])
    return { channels: Object.fromEntries(channels) }
  })

  app.get<{ Params: { channel: string } }>(`${base}/channels/:channel`, options, async (request) => {
    const { channel } = request.params
    const { info } = read(listQuery, request.query)
    const wanted = attributesOf(info)
    if (wanted.has('user_count') && channelKind(channel) !== 'presence')
      throw new Refusal(400, 'user_count is for presence channels')
    const count = (await app.sockets.count(channel)).get(channel) ?? 0
    const cache = wanted.has('cache') && isCached(channel) ? { cache: await cacheOf(channel) } : {}
    return { occupied: count > 0, ...attributes(channel, count, wanted), ...cache }
  })

  app.get<{ Params: { channel: string } }>(`${base}/channels/:channel/users`, options, async (request) => {
    const { channel } = request.params
    if (channelKind(channel) !== 'presence') throw new Refusal(400, 'Users are listed for presence channels')
    return { users: app.sockets.people(channel).map((id) => ({ id })) }
  })

  app.post<{ Params: { user_id: string } }>(
    `${base}/users/:user_id/terminate_connections`,
    options,
    async (request) => {
      await app.bus.disconnect(app.db, read(userId, request.params.user_id))
      return {}
    },
  )

  function encoded(
    { name, data, socket_id }: Omit<z.infer<typeof eventBody>, 'channels'>,
    channel: string,
  ): EncodedEvent {
    if (Buffer.byteLength(data) > limits.eventBytes)
      throw new Refusal(413, `The data of an event has at most ${limits.eventBytes} bytes`)
    return { channel, event: name, data, ...(socket_id ? { except: socket_id } : {}) }
  }

  const publish = (events: EncodedEvent[]) => transaction(app.db, (tx) => app.bus.publishAll(tx, events))

  async function describe(channels: string[], wanted: Set<string>): Promise<Record<string, Attributes>> {
    const needsSockets = wanted.has('subscription_count')
    const described = channels.map(async (channel): Promise<[string, Attributes]> => {
      const count = needsSockets ? ((await app.sockets.count(channel)).get(channel) ?? 0) : 0
      return [channel, attributes(channel, count, wanted)]
    })
    return Object.fromEntries(await Promise.all(described))
  }

  function attributes(channel: string, subscription_count: number, wanted: Set<string>): Attributes {
    const isPresence = channelKind(channel) === 'presence'
    return {
      ...(wanted.has('subscription_count') ? { subscription_count } : {}),
      ...(wanted.has('user_count') && isPresence ? { user_count: app.sockets.people(channel).length } : {}),
    }
  }

  async function cacheOf(channel: string): Promise<object> {
    return { data: (await app.sockets.lastEvent(channel))?.data ?? null }
  }
}

const bodyOf = ({ body }: FastifyRequest): Buffer => (body instanceof Buffer ? body : Buffer.alloc(0))

/** Pusher answers refusals as text. */
const answerText = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).type('text/plain; charset=utf-8').send(message)
