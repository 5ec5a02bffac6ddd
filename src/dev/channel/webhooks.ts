import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ChannelStandin } from './server.ts'
import { missing, type StandinRevision, type StandinWebhook } from './store.ts'

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

/** Sends an event to the webhooks of its home. What does not arrive is left to the feed. */
export async function announce(standin: ChannelStandin, revision: StandinRevision): Promise<void> {
  const { id, property_id } = revision
  const event = { event: 'booking', property_id, user_id: null, timestamp: revision.inserted_at }
  const ids = { booking_id: revision.booking_id, revision_id: id, property_id }
  const interested = [...standin.webhooks.values()].filter(
    (webhook) =>
      webhook.is_active &&
      webhook.property_id === property_id &&
      (webhook.event_mask === '*' || webhook.event_mask.split(';').includes('booking')),
  )
  await Promise.all(
    interested.map((webhook) => {
      const payload = webhook.send_data ? { ...revision, ...ids } : ids
      return deliver(webhook, { ...event, payload })
    }),
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
