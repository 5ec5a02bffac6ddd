import type { FastifyInstance } from 'fastify'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import { notify } from '../notifications/notify.ts'
import { paymentNotice } from './notices.ts'

export interface RefundRequest {
  paymentId: number
  reservationId: number
  cents: number
  currency: string
  reason: string
}

/**
 * Sets money aside to go back and enqueues the provider call, in the caller's transaction; the guest is told.
 * @throws AppError 409 when more would go back than was paid, also under concurrent calls.
 */
export async function startRefund(app: FastifyInstance, tx: Transaction, request: RefundRequest): Promise<number> {
  const [refund] = await queries.payments.startRefund(tx, {
    payment_id: request.paymentId,
    amount_cents: request.cents,
    reason: request.reason,
  })
  if (!refund) throw new AppError('conflict')
  await app.jobs.enqueue(tx, 'payments.refund', { refund_id: refund.id })
  await tellGuest(app, tx, 'refund_pending', request, `refund:${refund.id}:pending`)
  return refund.id
}

/** The job: asks the provider for a refund that was started; asking again changes nothing. */
export async function sendRefund(app: FastifyInstance, refundId: number): Promise<void> {
  const [refund] = await queries.payments.findRefund(app.db, { refund_id: refundId })
  if (!refund || refund.provider_refund_id !== null || refund.payment_intent_id === null) return
  const { id } = await app.payments.refund({
    refundId,
    paymentIntentId: refund.payment_intent_id,
    amountCents: refund.amount_cents,
  })
  await queries.payments.keepRefund(app.db, { refund_id: refundId, provider_refund_id: id })
}

/** Applies what the provider says has gone back of a payment, in all (`charge.refunded`). */
export async function applyRefunded(
  app: FastifyInstance,
  tx: Transaction,
  paymentIntentId: string,
  refundedCents: number,
): Promise<void> {
  const [known] = await queries.payments.findByIntent(tx, { payment_intent_id: paymentIntentId })
  if (!known) return
  const [payment] = await queries.payments.applyRefunded(tx, { payment_id: known.id, refunded_cents: refundedCents })
  if (!payment) return
  const { reservation_id: reservationId, currency } = payment
  await tellGuest(
    app,
    tx,
    'refund_approved',
    { paymentId: known.id, reservationId, cents: refundedCents, currency },
    `payment:${known.id}:refunded:${refundedCents}`,
  )
}

async function tellGuest(
  app: FastifyInstance,
  tx: Transaction,
  type: 'refund_pending' | 'refund_approved',
  { paymentId, reservationId, cents, currency }: Omit<RefundRequest, 'reason'>,
  dedupeKey: string,
): Promise<void> {
  const [stay] = await queries.reservations.parties(tx, { reservation_id: reservationId })
  if (!stay) return
  await notify(app, tx, {
    userId: stay.guest_id,
    ...paymentNotice(type, stay, { id: paymentId, amount_cents: cents, currency }),
    dedupeKey,
  })
}
