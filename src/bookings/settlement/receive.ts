import { invoicePayment } from '../../money/invoices/invoices.ts'
import { receive } from '../../money/payments/ledger.ts'
import type { SoldPayment } from '../../money/payments/plugin.ts'
import type { PaymentIntent } from '../../money/stripe/intents.ts'
import { pipeline, type Transaction, transaction } from '../../platform/db/client.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { keepCard } from '../agreements/cards.ts'
import type { BookingsContext } from '../context.ts'
import { startRefund } from '../refunds/jobs.ts'
import { paymentKey, paymentNotice } from '../refunds/notices.ts'
import { expireOverdueHolds } from '../states/expiry.ts'
import { lockStay, stayOf } from '../states/lock-stay.ts'
import { notifyBoth, notifyGuest, notifyOfMoney, type Parties } from '../states/notices.ts'
import { move } from '../states/transitions.ts'

/**
 * Applies the money of an intent, once. It confirms a pending reservation. For an expired one it takes the nights again if they
 * are free. Otherwise it is refunded in full (docs/design/domain.md, "Late payments").
 */
export async function receiveMoney(
  context: BookingsContext,
  { id, reservation_id }: SoldPayment,
  intent: PaymentIntent,
): Promise<void> {
  if (reservation_id === null) return
  await lockStay(context, stayOf(reservation_id), (tx, stay) => apply(context, tx, id, stay, intent))
}

async function apply(
  context: BookingsContext,
  tx: Transaction,
  payment_id: number,
  stay: Parties,
  intent: PaymentIntent,
) {
  const { payment, receipt, reservation } = await pipeline({
    payment: queries.payments.lock(tx, { payment_id }),
    receipt: receive(tx, payment_id, intent),
    reservation: queries.states.lock(tx, { reservation_id: stay.id }),
  })
  if (!payment || receipt === undefined) return
  await keepCard(context, tx, stay, intent, receipt === 'applied')
  if (receipt === 'applied' && stay.guest_id === null)
    await queries.states.proveAddress(tx, { reservation_id: stay.id })
  const received = { payment_id: payment.id, amount_cents: intent.amountCents, currency: intent.currency }
  if (receipt === 'mismatch') {
    return notifyOfMoney(context, tx, stay, {
      ...paymentNotice('payment_mismatch', stay, received),
      dedupe_key: `intent:${intent.id}:mismatch`,
    })
  }
  if (receipt === 'surplus') return refundInFull(context, tx, stay, received, intent.id, 'surplus')
  if (payment.kind === 'booking' && payment.status !== 'cancelled' && reservation?.status === 'pending')
    return confirmPaid(context, tx, stay, received)
  await notifyPaid(context, tx, stay, received)
  // Not the payment of a live booking: a balance, a change, a bill, or a deposit that was replaced.
  if (payment.kind !== 'booking' || payment.status === 'cancelled') {
    const isAbandoned = reservation?.status === 'cancelled' || reservation?.status === 'declined'
    // Refund it if the stay was abandoned, or if nothing is due for it.
    if (isAbandoned || (await isMoot(tx, payment, reservation?.status)))
      await refundInFull(context, tx, stay, received, intent.id, 'late')
    return
  }
  switch (reservation?.status) {
    case 'expired':
      if (await retakeNights(context, tx, stay)) return
      return refundInFull(context, tx, stay, received, intent.id, 'late')
    case 'cancelled':
    case 'declined':
      return refundInFull(context, tx, stay, received, intent.id, 'late')
  }
}

const paidNotice = (stay: Parties, received: ReceivedPayment) => ({
  ...paymentNotice('payment_received', stay, received),
  dedupe_key: paymentKey.paid(received.payment_id),
})

/** Invoices a payment that was made, and notifies guest and owner. */
export async function notifyPaid(context: BookingsContext, tx: Transaction, stay: Parties, received: ReceivedPayment) {
  await context.jobs.enqueue(tx, invoicePayment, { payment_id: received.payment_id })
  await notifyBoth(context, tx, stay, paidNotice(stay, received))
}

/** Confirms a hold whose booking is paid, invoices the payment, and notifies guest and owner of both. */
export async function confirmPaid(context: BookingsContext, tx: Transaction, stay: Parties, received: ReceivedPayment) {
  await context.jobs.enqueue(tx, invoicePayment, { payment_id: received.payment_id })
  const cause = paidNotice(stay, received)
  await move(context, tx, { reservation_id: stay.id, to: 'confirmed', actor: 'system', reason: 'paid', cause })
}

/**
 * Confirms an expired hold whose booking is paid, as `confirmPaid` does a hold that waits.
 * @throws AppError 409 when its nights are taken.
 */
export async function revivePaid(context: BookingsContext, tx: Transaction, stay: Parties, received: ReceivedPayment) {
  await context.jobs.enqueue(tx, invoicePayment, { payment_id: received.payment_id })
  if (!(await retakeNights(context, tx, stay, received))) throw new AppError('taken')
}

/** True if a payment was voided, the guest of a balance did not come, or another bill has taken over all that this one asked for. */
async function isMoot(
  tx: Transaction,
  payment: NonNullable<Awaited<ReturnType<typeof queries.payments.lock>>>,
  status: ReservationStatus | undefined,
) {
  // A voided bill that was paid before another took its supplements over still pays for them.
  if (payment.kind === 'supplement')
    return (await queries.settlement.countBilled(tx, { payment_id: payment.id })).total === 0
  return payment.status === 'cancelled' || (payment.kind === 'balance' && status === 'no_show')
}

interface ReceivedPayment {
  payment_id: number
  amount_cents: number
  currency: string
}

const REASONS = { late: 'paid too late', surplus: 'paid twice' }

async function refundInFull(
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  received: ReceivedPayment,
  payment_intent_id: string,
  source: 'late' | 'surplus',
): Promise<void> {
  const { payment_id, amount_cents } = received
  await startRefund(context, tx, payment_id, { payment_intent_id, amount_cents, source, reason: REASONS[source] })
  await notifyOfMoney(context, tx, stay, {
    ...paymentNotice('refund_pending', stay, received),
    dedupe_key: `intent:${payment_intent_id}:${source}`,
  })
}

/** Confirms an expired stay if its nights are free. `received`: a payment to announce in the same notice. */
async function retakeNights(
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  received?: ReceivedPayment,
): Promise<boolean> {
  await expireOverdueHolds(context, tx, stay)
  try {
    await tx.savepoint((savepoint) => queries.states.takeNights(savepoint, { reservation_id: stay.id }))
  } catch (error) {
    if (databaseError(error)?.code === '23P01') return false
    throw error
  }
  await move(context, tx, {
    reservation_id: stay.id,
    to: 'confirmed',
    actor: 'system',
    reason: 'paid late',
    sources: ['expired'],
    ...(received && { cause: paidNotice(stay, received) }),
  })
  return true
}

/** Records an attempt to pay that failed or is in progress; does nothing when the payment has been made. */
export async function noteAttempt(context: BookingsContext, sold: SoldPayment, intent: PaymentIntent): Promise<void> {
  await transaction(context.db, async (tx) => {
    const status = intent.status === 'processing' ? 'processing' : 'failed'
    const payment = await queries.payments.markUnpaid(tx, { payment_id: sold.id, status })
    const stay = payment && (await queries.states.findParties(tx, payment))
    if (!payment || !stay || status !== 'failed') return
    await notifyGuest(context, tx, stay, {
      ...paymentNotice('payment_failed', stay, { ...payment, payment_id: payment.id }),
      dedupe_key: `${paymentKey.failed(payment.id)}:${intent.attempt}`,
    })
  })
}
