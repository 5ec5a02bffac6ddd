import { z } from 'zod'
import { type Endpoint, endpoint, expand, flag, get, metadata, none, ProviderError, text } from './endpoint.ts'
import { now, type Store, type StripeObject } from './store.ts'

/** Subscriptions of customers to prices; nothing is charged for them here. */

const MONTH_SECONDS = 30 * 24 * 60 * 60

const newSubscription = z.strictObject({
  customer: text,
  items: z.array(z.strictObject({ price: text })).min(1),
  metadata,
  expand,
})

function createSubscription(input: z.infer<typeof newSubscription>, store: Store): StripeObject {
  const customer = get(store, input.customer, 'customer', 'customer').id
  const start = now()
  const items = input.items.map(({ price }, index) => ({
    id: `si_${start}${index}`,
    object: 'subscription_item',
    created: start,
    price: { id: price, object: 'price' },
    // Present versions of the API tell the period with the items.
    current_period_start: start,
    current_period_end: start + MONTH_SECONDS,
    quantity: 1,
  }))
  const subscription = store.create('sub', 'subscription', {
    customer,
    status: 'active',
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    items: { object: 'list', data: items, has_more: false, url: '/v1/subscription_items' },
    metadata: input.metadata ?? {},
  })
  store.emit('customer.subscription.created', subscription)
  return subscription
}

/** A subscription after a change, with its event; a cancelled one stays as it is. */
export function updateSubscription(store: Store, id: string, fields: Record<string, unknown>): StripeObject {
  if (get(store, id, 'subscription').status === 'canceled')
    throw new ProviderError(400, 'A canceled subscription can only update its cancellation_details and metadata.')
  const updated = store.update(id, fields)
  store.emit(updated.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated', updated)
  return updated
}

export const SUBSCRIPTION_ENDPOINTS: Endpoint[] = [
  endpoint('POST', '/v1/subscriptions', newSubscription, (input, _id, { store }) => createSubscription(input, store)),
  endpoint('GET', '/v1/subscriptions/:id', none, (_input, id, { store }) => get(store, id, 'subscription')),
  endpoint(
    'POST',
    '/v1/subscriptions/:id',
    z.strictObject({ cancel_at_period_end: flag.optional(), metadata, expand }),
    ({ expand: _, ...input }, id, { store }) => updateSubscription(store, id, input),
  ),
  endpoint('DELETE', '/v1/subscriptions/:id', none, (_input, id, { store }) =>
    updateSubscription(store, id, { status: 'canceled', canceled_at: now(), ended_at: now() }),
  ),
]
