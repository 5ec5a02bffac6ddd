import { paymentKey, paymentNotice } from '../../bookings/refunds/notices.ts'
import { stayNotice } from '../../bookings/states/notices.ts'
import { findForParty } from '../../bookings/states/parties.ts'
import { withPayment } from '../../money/payments/payment-lock.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { ConversationsContext } from '../context.ts'
import { notifyOnce, type Outcome } from './notify-once.ts'

type Payment = NonNullable<Awaited<ReturnType<typeof queries.triggers.findPayment>>>

/** Tells the guest that their reservation is cancelled. @throws AppError 403 the guest, 404 also for strangers, 409 not cancelled. */
export function notifyOfCancellation(
  context: ConversationsContext,
  identity: Identity,
  payment_id: number,
): Promise<Outcome> {
  return transaction(context.db, async (tx) => {
    const payment = await findOfParty(tx, identity, payment_id, 'host')
    if (payment.reservation_status !== 'cancelled') throw new AppError('conflict')
    const { dedupe_key, ...notice } = stayNotice('reservation_cancelled', payment, 'cancelled')
    return notifyOnce(context, tx, [payment.guest_id], notice, async () => dedupe_key)
  })
}

/** Tells guest and owner where a payment stands. @throws AppError 404 also for strangers, 409 nothing has come of it yet. */
export function notifyOfPayment(
  context: ConversationsContext,
  identity: Identity,
  payment_id: number,
): Promise<Outcome> {
  // Settling a payment locks it too, so its status cannot change before the notification is written.
  return withPayment(context, payment_id, async (tx) => {
    const payment = await findOfParty(tx, identity, payment_id, 'any')
    const { type, amount_cents, dedupe_key } = standingOf(payment)
    const notice = paymentNotice(type, payment, { payment_id, amount_cents, currency: payment.currency })
    return notifyOnce(context, tx, [payment.guest_id, payment.owner_id], notice, async (user_id) => {
      if (type !== 'payment_failed') return dedupe_key
      // Each failed attempt has a notification of its own, whose key ends with the attempt.
      const latest = await queries.notifications.findLatestKey(tx, { user_id, prefix: `${dedupe_key}:` })
      return latest?.dedupe_key ?? dedupe_key
    })
  })
}

/** @throws AppError 404 for strangers too, as if there were no such payment. */
async function findOfParty(
  tx: Transaction,
  identity: Identity,
  payment_id: number,
  who: 'host' | 'any',
): Promise<Payment> {
  const payment = await queries.triggers.findPayment(tx, { payment_id })
  if (!payment) throw new AppError('notFound')
  await findForParty(tx, identity, payment.id, who)
  return payment
}

/** Notifications about a payment, with the dedupe keys of its settlement and its refunds. Pure. */
function standingOf({ payment_id, status, amount_cents, refund_id, refund_status, refund_cents }: Payment) {
  if (refund_id !== null && refund_cents !== null) {
    const type = refund_status === 'pending' ? 'refund_pending' : 'refund_approved'
    // A failed refund notifies only support, at once.
    if (refund_status === 'failed') throw new AppError('conflict')
    return { type, amount_cents: refund_cents, dedupe_key: paymentKey.refund(refund_id, type) } as const
  }
  if (status === 'paid') {
    return { type: 'payment_received', amount_cents, dedupe_key: paymentKey.paid(payment_id) } as const
  }
  if (status === 'failed') {
    return { type: 'payment_failed', amount_cents, dedupe_key: paymentKey.failed(payment_id) } as const
  }
  throw new AppError('conflict')
}
