import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { z } from 'zod'
import { daysOf } from '../../platform/lib/days.ts'
import { ownCompilers } from '../../platform/plugins/server-options.ts'
import { bookingRoutes } from './bookings.ts'
import { messageRoutes } from './messages.ts'
import { reviewRoutes } from './reviews.ts'
import { type ChannelStandin, createStore, type StandinCall } from './store.ts'
import { webhookRoutes } from './webhooks.ts'

const MINUTE_MS = 60_000

const day = z.iso.date()
const availabilityBody = z.object({
  values: z.array(
    z.object({
      property_id: z.string(),
      room_type_id: z.string(),
      date_from: day,
      date_to: day,
      availability: z.int().min(0),
    }),
  ),
})
const restrictionsBody = z.object({
  values: z.array(
    z.object({
      property_id: z.string(),
      rate_plan_id: z.string(),
      date_from: day,
      date_to: day,
      rate: z.string().regex(/^\d+\.\d\d$/),
      min_stay_arrival: z.int().min(1),
      max_stay: z.int().min(0),
      closed_to_arrival: z.boolean(),
      closed_to_departure: z.boolean(),
      stop_sell: z.boolean(),
    }),
  ),
})
const rangeQuery = z.looseObject({ 'filter[date][gte]': day, 'filter[date][lte]': day })

/**
 * A local server with the part of a channel manager's API that this service uses: revisions of bookings, conversations,
 * availability, restrictions and webhooks, with a limit of calls, and with failures and delays on demand. It sells nights by itself
 * (`POST /bookings`). Never used in production.
 */
export async function startChannelStandin(key: string, port = 0): Promise<ChannelStandin> {
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 10 * 1024 * 1024,
    schemaController: ownCompilers,
  })
  const standin: ChannelStandin = {
    ...createStore(),
    url: '',
    failures: [],
    failing: '',
    retryAfter: undefined,
    lostAnswers: 0,
    delayMs: 0,
    callsPerMinute: Number.POSITIVE_INFINITY,
    unknown: new Set(),
    asked: [],
    calls: [],
    close: () => app.close(),
  }
  app.addHook('onRequest', async (request, reply) => {
    standin.asked.push(`${request.method} ${request.url.split('?')[0]}`)
    if (standin.delayMs > 0) await delay(standin.delayMs)
    const failure = request.url.includes(standin.failing) ? standin.failures.shift() : undefined
    if (failure === 0) return void request.raw.destroy()
    if (failure !== undefined) {
      if (standin.retryAfter !== undefined) reply.header('retry-after', standin.retryAfter)
      return reply.code(failure).send({ errors: { code: 'on_demand' } })
    }
    if (request.headers['user-api-key'] !== key) return reply.code(401).send({ errors: { code: 'unauthorized' } })
  })
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof z.ZodError ? 422 : 500).send({ errors: { code: 'invalid', details: String(error) } }),
  )
  await app.register(
    async (api) => {
      calendarRoutes(api, standin)
      webhookRoutes(api, standin)
      bookingRoutes(api, standin)
      messageRoutes(api, standin)
      reviewRoutes(api, standin)
    },
    { prefix: '/api/v1' },
  )
  standin.url = `${await app.listen({ host: '127.0.0.1', port })}/api/v1`
  return standin
}

function calendarRoutes(api: FastifyInstance, standin: ChannelStandin): void {
  /** True if a call is within the limit of its home; otherwise it is answered. */
  function isWithinLimit(reply: FastifyReply, call: StandinCall): boolean {
    const { kind, property_id, at } = call
    const recent = standin.calls.filter(
      (other) => other.kind === kind && other.property_id === property_id && other.at > at - MINUTE_MS,
    )
    if (recent.length < standin.callsPerMinute) {
      standin.calls.push(call)
      return true
    }
    const seconds = Math.ceil((recent[0]?.at ?? at) / 1_000 + 60 - at / 1_000)
    reply
      .code(429)
      .header('retry-after', seconds)
      .send({ errors: { code: 'http_too_many_requests' } })
    return false
  }

  function write<V extends { property_id: string; date_from: string; date_to: string }, D>(
    reply: FastifyReply,
    kind: StandinCall['kind'],
    values: V[],
    known: Map<string, Map<string, D>>,
    read: (value: V) => [id: string, state: D],
  ) {
    const property_id = values[0]?.property_id ?? ''
    if (!isWithinLimit(reply, { kind, property_id, at: performance.now(), values })) return reply
    const warnings: unknown[] = []
    for (const value of values) {
      const [id, state] = read(value)
      if (standin.unknown.has(id)) {
        warnings.push({ id, warning: 'unknown' })
        continue
      }
      const days = known.get(id) ?? new Map<string, D>()
      known.set(id, days)
      for (const date of [...daysOf(value.date_from, value.date_to), value.date_to]) days.set(date, state)
    }
    return { data: [{ id: randomUUID(), type: 'task' }], meta: { message: 'Success', warnings } }
  }

  function show<D>(query: unknown, known: Map<string, Map<string, D>>) {
    const { 'filter[date][gte]': from, 'filter[date][lte]': to } = rangeQuery.parse(query)
    const inRange = (days: Map<string, D>) =>
      Object.fromEntries([...days].filter(([date]) => date >= from && date <= to))
    return { data: Object.fromEntries([...known].map(([id, days]) => [id, inRange(days)])) }
  }

  const options = (known: Map<string, string>) => async () => ({
    data: [...known].map(([id, property_id]) => ({ id, attributes: { id, property_id } })),
  })
  api.get('/room_types/options', options(standin.rooms))
  api.get('/rate_plans/options', options(standin.rates))
  api.post('/availability', async ({ body }, reply) =>
    write(reply, 'availability', availabilityBody.parse(body).values, standin.availability, (value) => [
      value.room_type_id,
      value.availability,
    ]),
  )
  api.post('/restrictions', async ({ body }, reply) =>
    write(reply, 'restrictions', restrictionsBody.parse(body).values, standin.restrictions, (value) => {
      const { property_id: _, rate_plan_id, date_from: _from, date_to: _to, ...rules } = value
      return [rate_plan_id, rules]
    }),
  )
  api.get('/availability', async ({ query }) => show(query, standin.availability))
  api.get('/restrictions', async ({ query }) => show(query, standin.restrictions))
}
