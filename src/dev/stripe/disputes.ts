import { type Endpoint, endpoint, get, none, ProviderError } from './endpoint.ts'
import type { Store, StripeObject } from './store.ts'

/** Disputes: a guest asks their bank for a charge back. */

/** The guest's bank takes the whole charge back until the dispute is decided. */
export function createDispute(store: Store, chargeId: string): StripeObject {
  const charge = get(store, chargeId, 'charge')
  store.update(charge.id, { disputed: true })
  const dispute = store.create('du', 'dispute', {
    amount: Number(charge.amount) - Number(charge.amount_refunded),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency: charge.currency,
    status: 'needs_response',
    reason: 'fraudulent',
    is_charge_refundable: false,
    metadata: {},
  })
  store.emit('charge.dispute.created', dispute)
  return dispute
}

export function closeDispute(store: Store, id: string, status: 'won' | 'lost'): StripeObject {
  const dispute = get(store, id, 'dispute')
  if (dispute.status === 'won' || dispute.status === 'lost')
    throw new ProviderError(400, 'This dispute is already closed')
  if (status === 'won') store.update(String(dispute.charge), { disputed: false })
  const closed = store.update(id, { status })
  store.emit('charge.dispute.closed', closed)
  return closed
}

export const DISPUTE_ENDPOINTS: Endpoint[] = [
  endpoint('GET', '/v1/disputes/:id', none, (_input, id, { store }) => get(store, id, 'dispute')),
  // To close a dispute is to accept it.
  endpoint('POST', '/v1/disputes/:id/close', none, (_input, id, { store }) => closeDispute(store, id, 'lost')),
]
