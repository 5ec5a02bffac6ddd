import { z } from 'zod'
import { type Endpoint, endpoint, expand, get, integer, metadata, none, ProviderError, page, text } from './endpoint.ts'
import type { Store, StripeObject } from './store.ts'

const refund = z.strictObject({
  payment_intent: text.optional(),
  charge: text.optional(),
  amount: integer.min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata,
  expand,
})

function createRefund(input: z.infer<typeof refund>, store: Store): StripeObject {
  const intent =
    input.payment_intent === undefined
      ? undefined
      : get(store, input.payment_intent, 'payment_intent', 'payment_intent')
  const charge = get(store, input.charge ?? String(intent?.latest_charge), 'charge')
  const disputes = store.list('dispute', (one) => one.charge === charge.id)
  if (disputes.some(({ is_charge_refundable }) => is_charge_refundable === false)) {
    throw new ProviderError(400, `Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  }
  const left = Number(charge.amount) - Number(charge.amount_refunded)
  const amount = input.amount ?? left
  if (left === 0)
    throw new ProviderError(400, `Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > left) {
    throw new ProviderError(400, `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  }
  const created = store.create('re', 'refund', {
    amount,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    currency: charge.currency,
    status: 'succeeded',
    reason: input.reason ?? null,
    metadata: input.metadata ?? {},
  })
  const refunded = Number(charge.amount_refunded) + amount
  store.emit('refund.created', created)
  store.emit(
    'charge.refunded',
    store.update(charge.id, { amount_refunded: refunded, refunded: refunded === charge.amount }),
  )
  return created
}

/** Lets a refund fail after it succeeded: a guest's bank can return it days later. */
export function failRefund(store: Store, id: string): StripeObject {
  const refund = get(store, id, 'refund')
  const charge = get(store, String(refund.charge), 'charge')
  store.update(charge.id, { amount_refunded: Number(charge.amount_refunded) - Number(refund.amount), refunded: false })
  const failed = store.update(id, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
  store.emit('refund.updated', failed)
  store.emit('refund.failed', failed)
  return failed
}

export const REFUND_ENDPOINTS: Endpoint[] = [
  endpoint('POST', '/v1/refunds', refund, (input, _id, { store }) => createRefund(input, store)),
  endpoint(
    'GET',
    '/v1/refunds',
    z.strictObject({
      payment_intent: text.optional(),
      limit: integer.optional(),
      starting_after: text.optional(),
      expand,
    }),
    ({ payment_intent }, _id, { store }) => {
      if (payment_intent !== undefined) get(store, payment_intent, 'payment_intent', 'payment_intent')
      return page(
        '/v1/refunds',
        store.list('refund', (one) => payment_intent === undefined || one.payment_intent === payment_intent),
      )
    },
  ),
  endpoint('GET', '/v1/refunds/:id', none, (_input, id, { store }) => get(store, id, 'refund')),
]
