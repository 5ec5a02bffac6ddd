import { z } from 'zod'
import { assertAmount } from './amounts.ts'
import { behaviourOf, newCard, TEST_CARDS } from './cards.ts'
import { createDispute } from './disputes.ts'
import {
  currency,
  type Endpoint,
  endpoint,
  expand,
  flag,
  get,
  integer,
  metadata,
  none,
  ProviderError,
  page,
  text,
} from './endpoint.ts'
import { now, type Store, type StripeObject } from './store.ts'

/** Payment intents and their charges. */

export function createIntent(
  store: Store,
  fields: { amount: unknown; currency: unknown; metadata: unknown; customer?: unknown; setup_future_usage?: unknown },
): StripeObject {
  return store.create('pi', 'payment_intent', {
    customer: null,
    setup_future_usage: null,
    ...fields,
    amount_received: 0,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: null,
    last_payment_error: null,
    canceled_at: null,
  })
}

function charge(store: Store, intent: StripeObject, method: string, status: 'succeeded' | 'failed'): StripeObject {
  const { amount, currency: code, customer } = intent
  return store.create('ch', 'charge', {
    amount,
    currency: code,
    customer,
    metadata: intent.metadata,
    amount_refunded: 0,
    refunded: false,
    disputed: false,
    paid: status === 'succeeded',
    status,
    payment_intent: intent.id,
    payment_method: method,
  })
}

/** A new payment method with a test card. */
export const createMethod = (store: Store, card: string, customer: string | null): StripeObject =>
  store.create('pm', 'payment_method', {
    type: 'card',
    customer,
    card: newCard(TEST_CARDS[card] ?? { brand: 'visa', last4: '4242', behaviour: 'pays' }),
  })

/** Charges an intent with success; a card that its guest will dispute is disputed at once. */
export function succeed(store: Store, intent: StripeObject, method: StripeObject): StripeObject {
  const made = charge(store, intent, method.id, 'succeeded')
  const succeeded = store.update(intent.id, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: made.id,
    payment_method: method.id,
    last_payment_error: null,
  })
  store.emit('payment_intent.succeeded', succeeded)
  if (behaviourOf(method.card) === 'disputes') createDispute(store, made.id)
  return succeeded
}

export const REFUSALS = {
  card_declined: 'Your card was declined.',
  authentication_required:
    'Your card was declined. This transaction requires authentication. Please try again when prompted.',
}

/** A try that the bank refuses: the intent stays open for another payment method. */
export function refuse(
  store: Store,
  intent: StripeObject,
  method: StripeObject,
  code: keyof typeof REFUSALS,
): StripeObject {
  const failed = store.update(intent.id, {
    status: 'requires_payment_method',
    latest_charge: charge(store, intent, method.id, 'failed').id,
    last_payment_error: { type: 'card_error', code, message: REFUSALS[code] },
  })
  store.emit('payment_intent.payment_failed', failed)
  return failed
}

const newIntent = z.strictObject({
  amount: integer.min(1),
  currency,
  customer: text,
  payment_method: text,
  allowed_payment_method_types: z.array(z.enum(['card'])).optional(),
  off_session: flag,
  confirm: flag,
  description: text.optional(),
  metadata,
  expand,
})

/** A charge without the guest: a bank that wants to ask the guest refuses it. */
function chargeOffSession(input: z.infer<typeof newIntent>, store: Store): StripeObject {
  const owner = get(store, input.customer, 'customer', 'customer').id
  const method = get(store, input.payment_method, 'payment_method', 'payment_method')
  if (method.customer !== owner) {
    throw new ProviderError(
      400,
      `The customer does not have a payment method with the ID ${method.id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'payment_method' },
    )
  }
  const { amount, currency: code, customer, metadata: data = {} } = input
  assertAmount(amount, code)
  const intent = createIntent(store, { amount, currency: code, customer, metadata: data })
  const behaviour = behaviourOf(method.card)
  if (behaviour === 'pays' || behaviour === 'disputes') return succeed(store, intent, method)
  const refusal = behaviour === 'asks_guest' ? 'authentication_required' : 'card_declined'
  throw new ProviderError(402, REFUSALS[refusal], {
    code: refusal,
    payment_intent: refuse(store, intent, method, refusal),
  })
}

function cancelIntent(store: Store, id: string): StripeObject {
  const intent = get(store, id, 'payment_intent')
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw new ProviderError(
      400,
      `You cannot cancel this PaymentIntent because it has a status of ${String(intent.status)}.`,
      { code: 'payment_intent_unexpected_state' },
    )
  }
  const canceled = store.update(id, { status: 'canceled', canceled_at: now() })
  store.emit('payment_intent.canceled', canceled)
  return canceled
}

export const INTENT_ENDPOINTS: Endpoint[] = [
  endpoint('POST', '/v1/payment_intents', newIntent, (input, _id, { store }) => chargeOffSession(input, store)),
  endpoint(
    'GET',
    '/v1/payment_intents',
    z.strictObject({ customer: text.optional(), limit: integer.optional(), starting_after: text.optional(), expand }),
    ({ customer }, _id, { store }) => {
      // A deleted customer still has its history.
      if (customer !== undefined && store.find(customer)?.deleted !== true) get(store, customer, 'customer', 'customer')
      return page(
        '/v1/payment_intents',
        store.list('payment_intent', (one) => customer === undefined || one.customer === customer),
      )
    },
  ),
  endpoint('GET', '/v1/payment_intents/:id', none, (_input, id, { store }) => get(store, id, 'payment_intent')),
  // Metadata is all that can be changed of an intent that has succeeded, and all that this service changes.
  endpoint('POST', '/v1/payment_intents/:id', z.strictObject({ metadata }), (input, id, { store }) => {
    const intent = get(store, id, 'payment_intent')
    return store.update(id, {
      metadata: { ...z.record(z.string(), z.string()).parse(intent.metadata), ...input.metadata },
    })
  }),
  endpoint('POST', '/v1/payment_intents/:id/cancel', none, (_input, id, { store }) => cancelIntent(store, id)),
  endpoint('GET', '/v1/charges/:id', none, (_input, id, { store }) => get(store, id, 'charge')),
]
