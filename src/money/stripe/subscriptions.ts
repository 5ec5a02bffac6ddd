import { z } from 'zod'
import { found } from './calls.ts'
import { idOf, reference } from './intents.ts'
import type { Client } from './sdk.ts'

/** A subscription, as it is at the provider; times are ISO 8601, UTC. */
interface Subscription {
  subscription_id: string
  customer_id: string
  status: string
  price_id: string | null
  current_period_end: string | null
  cancel_at_period_end: boolean
  cancelled_at: string | null
  started_at: string
}

export interface SubscriptionProvider {
  /** undefined when the provider has no such subscription. */
  findSubscription(id: string): Promise<Subscription | undefined>
}

const time = z.int().transform((seconds) => new Date(seconds * 1000).toISOString())

const subscriptionSchema = z
  .object({
    id: z.string(),
    customer: reference,
    status: z.string(),
    cancel_at_period_end: z.boolean(),
    canceled_at: time.nullish(),
    created: time,
    items: z.object({
      data: z.array(z.object({ price: z.object({ id: z.string() }).nullish(), current_period_end: time.nullish() })),
    }),
  })
  .transform(({ id, customer, items, ...subscription }): Subscription => {
    const [item] = items.data
    return {
      subscription_id: id,
      customer_id: idOf(customer) ?? '',
      status: subscription.status,
      price_id: item?.price?.id ?? null,
      // Present versions of the API tell the period with the items.
      current_period_end: item?.current_period_end ?? null,
      cancel_at_period_end: subscription.cancel_at_period_end,
      cancelled_at: subscription.canceled_at ?? null,
      started_at: subscription.created,
    }
  })

export const stripeSubscriptions = (stripe: Client): SubscriptionProvider => ({
  async findSubscription(id) {
    const subscription = await found((await stripe()).subscriptions.retrieve(id))
    return subscription && subscriptionSchema.parse(subscription)
  },
})
