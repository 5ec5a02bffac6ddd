import type Stripe from 'stripe'
import { z } from 'zod'
import { notifyPerson } from '../../accounts/notifications/notify.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { MoneyContext } from '../context.ts'
import { type Named, unnamed } from '../stripe/sdk.ts'

/**
 * Keeps a subscription as it is at the provider (docs/design/payments.md, "Subscriptions"), and tells its user of its
 * beginning and its end. One that is gone there has ended. Running it again changes nothing. Returns false for one that is not of a user
 * of this service.
 * @throws AppError 503 when the provider cannot be reached.
 */
export async function subscriptionChanged(context: MoneyContext, subscription_id: string): Promise<boolean> {
  // Read before the state: whatever is written in between is at least as new.
  const { read_at } = await queries.customers.now(context.db, {})
  const subscription = await context.payments.findSubscription(subscription_id)
  if (!subscription) {
    const ended = await transaction(context.db, async (tx) => {
      const gone = await queries.customers.endSubscription(tx, { subscription_id, read_at })
      if (gone) await notifySubscriber(context, tx, gone.user_id, subscription_id, 'subscription_ended')
      return gone
    })
    return ended !== undefined
  }
  const subscriber = await queries.customers.findSubscriber(context.db, subscription)
  if (!subscriber) return false
  await transaction(context.db, async (tx) => {
    const kept = await queries.customers.upsertSubscription(tx, { ...subscription, ...subscriber, read_at })
    const type = kept && moveOf(kept.was_status, kept.status)
    if (kept && type) await notifySubscriber(context, tx, kept.user_id, subscription_id, type)
  })
  return true
}

/** Looks at a subscription whose customer is gone. */
export const syncSubscription = defineJob({
  name: 'customers.sync-subscription',
  needs: 'payments',
  payload: z.object({ subscription_id: z.string() }),
  async run(context: MoneyContext, { subscription_id }) {
    await subscriptionChanged(context, subscription_id)
  },
})

const notifySubscriber = (
  context: MoneyContext,
  tx: Transaction,
  user_id: number,
  subscription_id: string,
  type: 'subscription_started' | 'subscription_ended',
) =>
  notifyPerson(context, tx, {
    user_id,
    content: { type },
    data: { subscription_id },
    dedupe_key: `subscription:${subscription_id}:${type}`,
  })

/** Notification of a user about a change of status, if any. Pure. */
function moveOf(before: string | null, now: string): 'subscription_started' | 'subscription_ended' | undefined {
  if (now === 'canceled') return 'subscription_ended'
  return isRunning(now) && !isRunning(before) ? 'subscription_started' : undefined
}

/** True if a subscription runs. One with an unknown status does not. Pure. */
function isRunning(status: string | null): boolean {
  if (status === null) return false
  const named = status as Named<Stripe.Subscription.Status>
  switch (named) {
    case 'active':
    case 'trialing':
      return true
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
    case 'past_due':
    case 'paused':
    case 'unpaid':
      return false
    default:
      return unnamed(named, false)
  }
}
