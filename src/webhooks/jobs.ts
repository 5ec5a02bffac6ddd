import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { defineJob } from '../jobs/job.ts'
import { applyStripeEvent } from './stripe/apply.ts'

/** The function that applies the events of each sender. After an error the event stays in the inbox and is retried. */
const SENDERS = { stripe: applyStripeEvent }

/**
 * Applies an event of the inbox. The event is settled when it was applied, does not concern this service, or is
 * malformed. An event that fails keeps its error and is tried again with increasing pauses. Applying an event twice, as
 * after a `kill -9` in between, changes nothing.
 */
export const applyEvent = defineJob({
  name: 'webhooks.apply',
  payload: z.object({ provider: z.enum(['stripe']), event_id: z.string() }),
  urgent: true,
  async run(app, key) {
    const event = await queries.webhooks.findEvent(app.db, key)
    if (!event) return
    try {
      const status = await SENDERS[key.provider](app, event)
      await queries.webhooks.settleEvent(app.db, { ...key, status })
    } catch (error) {
      await queries.webhooks.updateFailure(app.db, { ...key, error: String(error) })
      throw error
    }
  },
})
