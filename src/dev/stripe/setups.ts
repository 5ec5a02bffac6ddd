import { attach } from './customers.ts'
import { type Endpoint, endpoint, get, none } from './endpoint.ts'
import { REFUSALS } from './intents.ts'
import type { Store, StripeObject } from './store.ts'

/** Setup intents: cards that are saved without a payment. */

export const createSetup = (store: Store, customer: string | null, metadata: Record<string, string>): StripeObject =>
  store.create('seti', 'setup_intent', {
    customer,
    metadata,
    payment_method: null,
    payment_method_types: ['card'],
    status: 'requires_payment_method',
    usage: 'off_session',
    last_setup_error: null,
  })

/** Saves a payment method for the customer of an intent. */
export function succeedSetup(store: Store, { id, customer }: StripeObject, method: StripeObject): void {
  if (typeof customer === 'string') attach(store, method, customer)
  const succeeded = store.update(id, { status: 'succeeded', payment_method: method.id, last_setup_error: null })
  store.emit('setup_intent.succeeded', succeeded)
}

/** The bank refuses: the intent stays open for another card. */
export function refuseSetup(store: Store, { id }: StripeObject, code: keyof typeof REFUSALS): void {
  const last_setup_error = { type: 'card_error', code, message: REFUSALS[code] }
  store.emit('setup_intent.setup_failed', store.update(id, { last_setup_error }))
}

export const SETUP_ENDPOINTS: Endpoint[] = [
  endpoint('GET', '/v1/setup_intents/:id', none, (_input, id, { store }) => get(store, id, 'setup_intent')),
]
