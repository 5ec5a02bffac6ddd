import { applying } from '../../platform/inbox/applying.ts'
import type { IntegrationsContext } from '../context.ts'
import { applyStripeEvent } from './apply.ts'

export const applyStripeEventJob = applying(
  'stripe',
  async (context: IntegrationsContext, event) => ({ status: await applyStripeEvent(context, event) }),
  ['payment.succeeded', 'payment.failed', 'payment.refunded', 'reservation.confirmed'],
)
