import type { FastifyInstance } from 'fastify'
import { type Transaction, transaction } from '../db/client.ts'
import { databaseError } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { invoicePayment } from '../invoices/invoices.ts'
import { notifySupport } from '../notifications/notify.ts'
import { receive } from '../payments/ledger.ts'
import { lockCalendar } from '../properties/calendar-lock.ts'
import { expireClosedHolds } from '../stays/expiry.ts'
import { type Parties, tellBoth, tellGuest } from '../stays/notices.ts'
import { move } from '../stays/transitions.ts'
import type { PaymentIntent } from '../stripe/intents.ts'
import { paymentKey, paymentNotice } from './notices.ts'
import { startRefund } from './refunds.jobs.ts'

/**
 * Applies the state of an intent, reported by a webhook, a verification or a sweep. The money of an intent is applied
 * once. It confirms a pending reservation. For an expired one it takes the nights again if they are free. Otherwise it
 * is refunded in full (docs/design/domain.md, "Late payments"). Returns false for an intent of another service.
 */
export async function settle(app: FastifyInstance, intent: PaymentIntent): Promise<boolean> {
  if (intent.paymentKey === undefined) return false
  const known = await queries.payments.findByKey(app.db, { key: intent.paymentKey })
  if (!known) return false
  if (intent.status === 'succeeded')
    await lockCalendar(app, known.property_id, (tx) => receiveMoney(app, tx, known.id, intent))
  // What became of a charge without the guest, its own job tells.
  else if (intent.status !== 'open' && intent.chargeKey === undefined) await noteTry(app, known.id, intent)
  return true
}

async function receiveMoney(app: FastifyInstance, tx: Transaction, paymentId: number, intent: PaymentIntent) {
  const payment = await queries.payments.lock(tx, { payment_id: paymentId })
  const stay = payment && (await queries.stays.findParties(tx, payment))
  if (!payment || !stay) return
  const receipt = await receive(tx, payment.id, intent)
  if (receipt === undefined) return
  const received = { payment_id: payment.id, amount_cents: intent.amountCents, currency: intent.currency }
  if (receipt === 'mismatch') {
    return notifySupport(app, tx, {
      ...paymentNotice('payment_mismatch', stay, received),
      dedupe_key: `intent:${intent.id}:mismatch`,
    })
  }
  if (receipt === 'surplus') return refundInFull(app, tx, stay, received, intent.id, 'surplus')
  await app.jobs.enqueue(tx, invoicePayment, { payment_id: payment.id })
  await tellBoth(app, tx, stay, {
    ...paymentNotice('payment_received', stay, received),
    dedupe_key: paymentKey.paid(payment.id),
  })
  const reservation = await queries.stays.lock(tx, { reservation_id: stay.id })
  if (payment.kind !== 'booking') {
    const isGivenUp = reservation?.status === 'cancelled' || reservation?.status === 'declined'
    // Of a stay that was given up, and of a payment that pays for nothing any more, the money goes back.
    if (isGivenUp || (await isMoot(tx, payment))) await refundInFull(app, tx, stay, received, intent.id, 'late')
    return
  }
  switch (reservation?.status) {
    case 'pending':
      await move(app, tx, { reservation_id: stay.id, to: 'confirmed', actor: 'system', reason: 'paid' })
      return
    case 'expired':
      if (await retakeNights(app, tx, stay)) return
      return refundInFull(app, tx, stay, received, intent.id, 'late')
    case 'cancelled':
    case 'declined':
      return refundInFull(app, tx, stay, received, intent.id, 'late')
  }
}

/** Whether a balance was voided, or another bill has taken over all that this one asked for. */
async function isMoot(tx: Transaction, payment: NonNullable<Awaited<ReturnType<typeof queries.payments.lock>>>) {
  if (payment.kind === 'balance') return payment.status === 'cancelled'
  // A voided bill that was paid before another took its supplements over still pays for them.
  return (await queries.settlement.countBilled(tx, { payment_id: payment.id })).total === 0
}

interface ReceivedPayment {
  payment_id: number
  amount_cents: number
  currency: string
}

const REASONS = { late: 'paid too late', surplus: 'paid twice' }

async function refundInFull(
  app: FastifyInstance,
  tx: Transaction,
  stay: Parties,
  received: ReceivedPayment,
  payment_intent_id: string,
  source: 'late' | 'surplus',
): Promise<void> {
  const { payment_id, amount_cents } = received
  await startRefund(app, tx, payment_id, { payment_intent_id, amount_cents, source, reason: REASONS[source] })
  await notifySupport(app, tx, {
    ...paymentNotice('refund_pending', stay, received),
    dedupe_key: `intent:${payment_intent_id}:${source}`,
  })
}

async function retakeNights(app: FastifyInstance, tx: Transaction, stay: Parties): Promise<boolean> {
  await expireClosedHolds(app, tx, stay)
  try {
    await tx.savepoint((savepoint) => queries.stays.takeNights(savepoint, { reservation_id: stay.id }))
  } catch (error) {
    if (databaseError(error)?.code === '23P01') return false
    throw error
  }
  await move(app, tx, {
    reservation_id: stay.id,
    to: 'confirmed',
    actor: 'system',
    reason: 'paid late',
    sources: ['expired'],
  })
  return true
}

/** Records an attempt to pay that failed or is in progress; does nothing when the payment has been made. */
async function noteTry(app: FastifyInstance, paymentId: number, intent: PaymentIntent): Promise<void> {
  await transaction(app.db, async (tx) => {
    const status = intent.status === 'processing' ? 'processing' : 'failed'
    const payment = await queries.payments.markUnpaid(tx, { payment_id: paymentId, status })
    const stay = payment && (await queries.stays.findParties(tx, payment))
    if (!payment || !stay || status !== 'failed') return
    await tellGuest(app, tx, stay, {
      ...paymentNotice('payment_failed', stay, { ...payment, payment_id: payment.id }),
      dedupe_key: `${paymentKey.failed(payment.id)}:${intent.attempt}`,
    })
  })
}
