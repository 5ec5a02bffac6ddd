import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type EventKind, eventOfKind, type StandinEvent } from './events.ts'
import { type ChannelStandin, missing, type StandinRevision, type StandinWebhook } from './store.ts'

const texts = z.record(z.string(), z.string())
const webhookBody = z.object({
  webhook: z.object({
    property_id: z.string().min(1),
    callback_url: z.url(),
    event_mask: z.string().min(1),
    headers: texts,
    request_params: texts,
    is_active: z.boolean(),
    send_data: z.boolean(),
  }),
})
const testBody = z.object({ webhook_id: z.string() })
type Params = { Params: { id: string } }

/** The webhooks that the service registers. */
export function webhookRoutes(api: FastifyInstance, { webhooks }: ChannelStandin): void {
  const shown = (webhook: StandinWebhook) => ({ data: { id: webhook.id, type: 'webhook', attributes: webhook } })

  api.post('/webhooks', async ({ body }, reply) => {
    const webhook = { id: randomUUID(), ...webhookBody.parse(body).webhook }
    webhooks.set(webhook.id, webhook)
    return reply.code(201).send(shown(webhook))
  })
  api.put<Params>('/webhooks/:id', async ({ params: { id }, body }, reply) => {
    if (!webhooks.has(id)) return reply.code(404).send(missing)
    const webhook = { id, ...webhookBody.parse(body).webhook }
    webhooks.set(id, webhook)
    return shown(webhook)
  })
  api.delete<Params>('/webhooks/:id', async ({ params: { id } }, reply) =>
    webhooks.delete(id) ? { meta: { message: 'Success' } } : reply.code(404).send(missing),
  )
  api.post('/webhooks/test', async ({ body }, reply) => {
    const webhook = webhooks.get(testBody.parse(body).webhook_id)
    if (!webhook) return reply.code(404).send(missing)
    const status_code = await deliver(webhook, { event: 'test', property_id: webhook.property_id, payload: {} })
    return { data: { status_code } }
  })
}

const KIND_OF_STATUS: Record<string, EventKind> = {
  new: 'booking_new',
  modified: 'booking_modification',
  cancelled: 'booking_cancellation',
}

/** Tells the webhooks of its home about a revision, as Channex does: one event for each kind that it belongs to. Returns the statuses. */
export async function announce(standin: ChannelStandin, revision: StandinRevision): Promise<number[]> {
  const { id: revision_id, booking_id, property_id } = revision
  const kind = KIND_OF_STATUS[String(revision.status)]
  const rooms = z
    .array(z.looseObject({ room_type_id: z.unknown().optional() }))
    .catch([])
    .parse(revision.rooms)
  const isUnmapped = rooms.some(({ room_type_id }) => (room_type_id ?? null) === null)
  const kinds: EventKind[] = [
    'booking',
    ...(kind ? [kind] : []),
    ...(isUnmapped ? (['booking_unmapped_room'] as const) : []),
  ]
  const events = kinds.map((one) => eventOfKind(one, { booking_id, revision_id, property_id }))
  return (await Promise.all(events.map((event) => sendWebhooks(standin, event)))).flat()
}

/** Sends an event to the webhooks of its home that ask for its kind. What does not arrive is left to the feed. Returns the statuses. */
export async function sendWebhooks(standin: ChannelStandin, { payload, ...event }: StandinEvent): Promise<number[]> {
  const interested = [...standin.webhooks.values()].filter(
    ({ is_active, property_id, event_mask }) =>
      is_active &&
      property_id === event.property_id &&
      (event_mask === '*' || event_mask.split(';').includes(event.event)),
  )
  const timestamp = new Date().toISOString()
  return Promise.all(
    interested.map((webhook) => deliver(webhook, { ...event, timestamp, ...(webhook.send_data ? { payload } : {}) })),
  )
}

/** Returns the status of the answer, or 0 without an answer. */
async function deliver({ callback_url, headers, request_params }: StandinWebhook, event: object): Promise<number> {
  try {
    const { request } = await import('undici')
    const answer = await request(callback_url, {
      method: 'POST',
      query: request_params,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(10_000),
    })
    await answer.body.dump()
    return answer.statusCode
  } catch {
    return 0
  }
}
