import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { notify } from '../notifications/notify.ts'
import { paymentNotice } from './notices.ts'
import { checkoutState } from './provider.ts'
import { applyRefunded } from './refunds.ts'
import { settle } from './settle.ts'

/** What each event of the provider changes (specification, "Inbound payment provider events"). */
export async function applyEvent(app: FastifyInstance, tx: Transaction, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return settle(app, tx, checkoutState(event.data.object))
    case 'payment_intent.succeeded':
      return markPaid(tx, event.data.object)
    case 'payment_intent.payment_failed':
      return markFailed(app, tx, event.data.object)
    case 'charge.refunded': {
      const { payment_intent, amount_refunded } = event.data.object
      const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
      return id ? applyRefunded(app, tx, id, amount_refunded) : undefined
    }
    // Everything else, subscriptions among it, stays in the inbox.
  }
}

/** Our own number, which the checkout gave the intent to carry; undefined for intents that are not ours. */
function paymentIdOf(intent: Stripe.PaymentIntent): number | undefined {
  const id = Number(intent.metadata.payment_id)
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

async function markPaid(tx: Transaction, intent: Stripe.PaymentIntent): Promise<void> {
  const payment_id = paymentIdOf(intent)
  if (payment_id !== undefined) await queries.payments.markPaid(tx, { payment_id, payment_intent_id: intent.id })
}

async function markFailed(app: FastifyInstance, tx: Transaction, intent: Stripe.PaymentIntent): Promise<void> {
  const payment_id = paymentIdOf(intent)
  const [payment] = payment_id === undefined ? [] : await queries.payments.markFailed(tx, { payment_id })
  const [stay] = payment ? await queries.reservations.parties(tx, { reservation_id: payment.reservation_id }) : []
  if (!payment || !stay) return
  await notify(app, tx, {
    userId: stay.guest_id,
    ...paymentNotice('payment_failed', stay, payment),
    dedupeKey: `payment:${payment.id}:failed:${intent.latest_charge ?? intent.id}`,
  })
}
