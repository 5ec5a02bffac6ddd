import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { defineJob } from '../jobs/job.ts'
import { applyChannelEvent } from './channel-manager/apply.ts'
import { applyStripeEvent } from './stripe/apply.ts'

/** The function that applies the events of each sender. After an error the event stays in the inbox and is retried. */
const SENDERS = { stripe: applyStripeEvent, channel: applyChannelEvent }

/**
 * Applies an event of the inbox. The event is settled when it was applied, does not concern this service, or is
 * malformed. An event that fails keeps its error and is tried again with increasing pauses. Applying an event twice, as
 * after a `kill -9` in between, changes nothing.
 */
export const applyEvent = defineJob({
  name: 'webhooks.apply',
  payload: z.object({ provider: z.enum(['stripe', 'channel']), event_id: z.string() }),
  urgent: true,
  async run(app, key) {
    const event = await queries.webhooks.findEvent(app.db, key)
    if (!event) return
    try {
      const outcome = await SENDERS[key.provider](app, event)
      const settled = typeof outcome === 'string' ? { status: outcome } : outcome
      await queries.webhooks.settleEvent(app.db, { is_repeatable: false, ...key, ...settled })
    } catch (error) {
      await queries.webhooks.updateFailure(app.db, { ...key, error: String(error) })
      throw error
    }
  },
})
