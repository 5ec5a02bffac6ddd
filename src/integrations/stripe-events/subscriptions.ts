import { notify } from '../../accounts/notifications/notify.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { IntegrationsContext } from '../context.ts'

/**
 * Keeps a subscription as it is at the provider (docs/design/payments.md, "Subscriptions"), and tells its user of its
 * beginning and its end. Running it again changes nothing. Returns false for one that is not of a user of this service.
 * @throws AppError 503 when the provider cannot be reached.
 */
export async function subscriptionChanged(context: IntegrationsContext, id: string): Promise<boolean> {
  // Read before the state: whatever is written in between is at least as new.
  const { read_at } = await queries.customers.now(context.db, {})
  const subscription = await context.payments.findSubscription(id)
  const customer =
    subscription && (await queries.customers.findUser(context.db, { customer_id: subscription.customer_id }))
  if (!subscription || !customer) return false
  await transaction(context.db, async (tx) => {
    const kept = await queries.customers.upsertSubscription(tx, { ...subscription, ...customer, read_at })
    const type = kept && moveOf(kept.was_status, kept.status)
    if (!kept || !type) return
    await notify(context, tx, {
      user_id: kept.user_id,
      content: { type },
      data: { subscription_id: id },
      property_id: null,
      dedupe_key: `subscription:${id}:${type}`,
    })
  })
  return true
}

/** Notification of a user about a change of status, if any. Pure. */
function moveOf(before: string | null, now: string): 'subscription_started' | 'subscription_ended' | undefined {
  if (now === 'canceled') return 'subscription_ended'
  const isRunning = (status: string | null) => status === 'active' || status === 'trialing'
  return isRunning(now) && !isRunning(before) ? 'subscription_started' : undefined
}
