import type { FastifyInstance } from 'fastify'
import { databaseError, type Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { notify } from '../notifications/notify.ts'
import { expireStaleHolds } from '../reservations/holds.ts'
import { move, tellBoth } from '../reservations/moves.ts'
import { REVIVABLE } from '../reservations/states.ts'
import { paymentNotice } from './notices.ts'
import type { CheckoutState } from './provider.ts'
import { startRefund } from './refunds.ts'

/**
 * Applies a paid checkout, whoever brings the news first (webhook or verify), once: notes the payment, confirms the
 * reservation, and tells guest and owner. Late money takes the nights again or goes back (domain.md, "Late payment").
 * Unpaid and unknown sessions change nothing.
 */
export async function settle(app: FastifyInstance, tx: Transaction, checkout: CheckoutState): Promise<void> {
  if (!checkout.paid) return
  const [known] = await queries.payments.findBySession(tx, { session_id: checkout.sessionId })
  if (!known) return
  // The home first, then its rows: the order of every booking transaction, so that the two never deadlock.
  await queries.reservations.lockProperty(tx, { property_id: known.property_id })
  const [payment] = await queries.payments.lock(tx, { payment_id: known.id })
  const [stay] = await queries.reservations.parties(tx, { reservation_id: known.reservation_id })
  if (!payment || !stay) return
  await queries.payments.markPaid(tx, { payment_id: payment.id, payment_intent_id: checkout.paymentIntentId })

  await tellBoth(app, tx, stay, (userId) => ({
    userId,
    ...paymentNotice('payment_received', stay, payment),
    dedupeKey: `payment:${payment.id}:paid`,
  }))
  await move(app, tx, { reservationId: stay.id, to: 'confirmed', actor: 'system', reason: 'paid' })
  if (!REVIVABLE.includes(payment.reservation_status) || payment.refunded_cents > 0) return
  if (await retakeNights(app, tx, stay)) return
  await startRefund(app, tx, {
    paymentId: payment.id,
    reservationId: stay.id,
    cents: payment.amount_cents,
    currency: payment.currency,
    reason: 'paid too late, nights taken',
  })
  await alertSupport(app, tx, stay, payment)
}

type Parties = Awaited<ReturnType<typeof queries.reservations.parties>>[number]

async function retakeNights(app: FastifyInstance, tx: Transaction, stay: Parties): Promise<boolean> {
  await expireStaleHolds(app, tx, stay)
  try {
    await tx.savepoint((savepoint) => queries.reservations.takeNights(savepoint, { reservation_id: stay.id }))
  } catch (error) {
    if (databaseError(error)?.code === '23P01') return false
    throw error
  }
  await move(app, tx, {
    reservationId: stay.id,
    to: 'confirmed',
    actor: 'system',
    reason: 'paid late',
    sources: REVIVABLE,
  })
  return true
}

async function alertSupport(
  app: FastifyInstance,
  tx: Transaction,
  stay: Parties,
  payment: { id: number; amount_cents: number; currency: string },
): Promise<void> {
  for (const staff of await queries.users.listSupport(tx, {})) {
    await notify(app, tx, {
      userId: staff.id,
      ...paymentNotice('refund_pending', stay, payment),
      dedupeKey: `payment:${payment.id}:late`,
    })
  }
}
