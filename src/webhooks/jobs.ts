import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { defineJob } from '../jobs/job.ts'
import { applyStripeEvent } from './stripe/apply.ts'

/** What each sender's events change; an error leaves the event in the inbox, to be tried again. */
const SENDERS = { stripe: applyStripeEvent }

/**
 * Applies an event of the inbox. It is done once it was applied, has nothing to say to this service, or is malformed; what
 * fails keeps its error and is tried again with back-off. Applying twice changes nothing, as after a `kill -9` in between.
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
