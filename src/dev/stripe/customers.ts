import { z } from 'zod'
import { type Endpoint, endpoint, expand, get, integer, metadata, none, ProviderError, page, text } from './endpoint.ts'
import type { Store, StripeObject } from './store.ts'

const customer = z.strictObject({ email: z.email().optional(), name: text.optional(), metadata, expand })
const customerUpdate = customer.extend({
  invoice_settings: z.strictObject({ default_payment_method: text.optional() }).optional(),
})

/** The provider's test cards, by the id of their payment method. */
const TEST_CARDS: Record<string, { brand: string; last4: string }> = {
  pm_card_visa: { brand: 'visa', last4: '4242' },
  pm_card_mastercard: { brand: 'mastercard', last4: '4444' },
  pm_card_amex: { brand: 'amex', last4: '8431' },
}

function attached(store: Store, id: string): StripeObject {
  const method = get(store, id, 'payment_method')
  if (method.customer !== null) return method
  throw new ProviderError(400, 'The payment method you provided is not attached to a customer.', {
    code: 'payment_method_unexpected_state',
  })
}

/** Customers and their payment methods. */
export const CUSTOMER_ENDPOINTS: Endpoint[] = [
  endpoint('POST', '/v1/customers', customer, ({ expand: _, ...input }, _id, { store }) =>
    store.create('cus', 'customer', { ...input, invoice_settings: { default_payment_method: null } }),
  ),
  endpoint('GET', '/v1/customers/:id', none, (_input, id, { store }) => get(store, id, 'customer')),
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
      const owner = get(store, input.customer, 'customer').id
      // Test ids such as pm_card_visa create a new payment method each time, as at the provider.
      if (id === 'pm_card_chargeDeclined')
        throw new ProviderError(402, 'Your card was declined.', { code: 'card_declined' })
      const card = TEST_CARDS[id]
      if (card) {
        return store.create('pm', 'payment_method', {
          type: 'card',
          customer: owner,
          card: { ...card, exp_month: 12, exp_year: 2040, fingerprint: `fingerprint_${card.brand}` },
        })
      }
      const method = get(store, id, 'payment_method')
      if (method.customer !== null && method.customer !== owner) {
        throw new ProviderError(400, 'The payment method you provided has already been attached to a customer.', {
          code: 'payment_method_unexpected_state',
        })
      }
      return store.update(id, { customer: owner })
    },
  ),
  endpoint('POST', '/v1/payment_methods/:id/detach', none, (_input, id, { store }) =>
    store.update(attached(store, id).id, { customer: null }),
  ),
]
