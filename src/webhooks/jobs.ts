import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { defineJob } from '../jobs/job.ts'
import { applyChannelEvent, type Settled } from './channel-manager/apply.ts'
import { applyStripeEvent } from './stripe/apply.ts'

type StoredEvent = NonNullable<Awaited<ReturnType<typeof queries.webhooks.findEvent>>>

/**
 * The job that applies the events of one sender. Each sender has a queue of its own, so that a slow one delays no other.
 * An event is settled when it was applied, does not concern this service, or is malformed. One that fails keeps its error
 * and is tried again with increasing pauses. Applying an event twice, as after a `kill -9` in between, changes nothing.
 */
const applying = (
  provider: 'stripe' | 'channel',
  apply: (app: FastifyInstance, event: StoredEvent) => Promise<Settled>,
) =>
  defineJob({
    name: `webhooks.apply-${provider}`,
    payload: z.object({ event_id: z.string() }),
    urgent: true,
    async run(app, { event_id }) {
      const key = { provider, event_id }
      const event = await queries.webhooks.findEvent(app.db, key)
      if (!event) return
      try {
        const settled = await apply(app, event)
        await queries.webhooks.settleEvent(app.db, { is_repeatable: false, ...key, ...settled })
      } catch (error) {
        await queries.webhooks.updateFailure(app.db, { ...key, error: String(error) })
        throw error
      }
    },
  })

export const applyStripeEventJob = applying('stripe', async (app, event) => ({
  status: await applyStripeEvent(app, event),
}))

export const applyChannelEventJob = applying('channel', applyChannelEvent)
