import { z } from 'zod'
import { TEST_CARDS } from './cards.ts'
import { type Endpoint, endpoint, expand, get, integer, metadata, none, ProviderError, page, text } from './endpoint.ts'
import { createMethod } from './intents.ts'
import { now, type Store, type StripeObject } from './store.ts'
import { updateSubscription } from './subscriptions.ts'

const customer = z.strictObject({ email: z.email().optional(), name: text.optional(), metadata, expand })
const customerUpdate = customer.extend({
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
})

function attached(store: Store, id: string): StripeObject {
  const method = get(store, id, 'payment_method')
  if (method.customer !== null) return method
  throw new ProviderError(400, 'The payment method you provided is not attached to a customer.', {
    code: 'payment_method_unexpected_state',
  })
}

/** Saves a payment method for a customer. */
export function attach(store: Store, { id }: StripeObject, customer: string): StripeObject {
  const method = store.update(id, { customer })
  store.emit('payment_method.attached', method)
  return method
}

function detach(store: Store, { id }: StripeObject): StripeObject {
  const method = store.update(id, { customer: null })
  store.emit('payment_method.detached', method)
  return method
}

/** Deletes a customer: its payment methods are detached and its subscriptions end, and its id can only be read. */
export function deleteCustomer(store: Store, id: string): { id: string; object: string; deleted: boolean } {
  const customer = get(store, id, 'customer')
  store.emit('customer.deleted', customer)
  for (const method of store.list('payment_method', (one) => one.customer === id))
    store.update(method.id, { customer: null })
  for (const { id: subscription } of store.list(
    'subscription',
    (one) => one.customer === id && one.status !== 'canceled',
  ))
    updateSubscription(store, subscription, { status: 'canceled', canceled_at: now(), ended_at: now() })
  store.update(id, { deleted: true })
  return { id, object: 'customer', deleted: true }
}

const showCustomer = (customer: StripeObject) =>
  customer.deleted === true ? { id: customer.id, object: 'customer', deleted: true } : customer

/** Customers and their payment methods. */
export const CUSTOMER_ENDPOINTS: Endpoint[] = [
  endpoint('POST', '/v1/customers', customer, ({ expand: _, ...input }, _id, { store }) =>
    store.create('cus', 'customer', { ...input, invoice_settings: { default_payment_method: null } }),
  ),
  endpoint('GET', '/v1/customers/:id', none, (_input, id, { store }) => showCustomer(get(store, id, 'customer'))),
  endpoint('DELETE', '/v1/customers/:id', none, (_input, id, { store }) => deleteCustomer(store, id)),
  endpoint('POST', '/v1/customers/:id', customerUpdate, ({ expand: _, ...input }, id, { store }) =>
    store.update(get(store, id, 'customer').id, input),
  ),
  endpoint(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ type: text.optional(), limit: integer.optional(), expand }),
    (_input, id, { store }) =>
      page(
        `/v1/customers/${id}/payment_methods`,
        store.list('payment_method', (method) => method.customer === id),
      ),
  ),
  endpoint('GET', '/v1/payment_methods/:id', none, (_input, id, { store }) => get(store, id, 'payment_method')),
  endpoint(
    'POST',
    '/v1/payment_methods/:id/attach',
    z.strictObject({ customer: text, expand }),
    (input, id, { store }) => {
      const owner = get(store, input.customer, 'customer', 'customer').id
      const card = TEST_CARDS[id]
      if (card?.behaviour === 'declines')
        throw new ProviderError(402, 'Your card was declined.', { code: 'card_declined' })
      // Test ids such as pm_card_visa create a new payment method each time, as at the provider.
      if (card) return attach(store, createMethod(store, id, null), owner)
      const method = get(store, id, 'payment_method')
      if (method.customer !== null && method.customer !== owner) {
        throw new ProviderError(400, 'The payment method you provided has already been attached to a customer.', {
          code: 'payment_method_unexpected_state',
        })
      }
      return attach(store, method, owner)
    },
  ),
  endpoint('POST', '/v1/payment_methods/:id/detach', none, (_input, id, { store }) =>
    detach(store, attached(store, id)),
  ),
]
