import { applying } from '../../platform/inbox/applying.ts'
import { applyStripeEvent } from './apply.ts'

export const applyStripeEventJob = applying('stripe', async (app, event) => ({
  status: await applyStripeEvent(app, event),
}))
