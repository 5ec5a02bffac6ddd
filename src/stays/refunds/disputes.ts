import { notifySupport } from '../../accounts/notifications/notify.ts'
import { creditRefund } from '../../money/invoices/invoices.ts'
import { withPaymentOf } from '../../money/payments/payment-lock.ts'
import { queries } from '../../platform/db/queries.ts'
import type { StaysContext } from '../context.ts'
import { disputeNotice } from './notices.ts'

/**
 * Stores the provider's state of a dispute, and notifies support (docs/design/payments.md, "Disputes"). A lost dispute counts
 * as a refund. Running it again changes nothing. Returns false for one of another service's payment.
 * @throws AppError 503 when the provider cannot be reached.
 */
export async function disputeChanged(context: StaysContext, disputeId: string): Promise<boolean> {
  const dispute = await context.payments.findDispute(disputeId)
  if (dispute?.paymentIntentId === undefined) return false
  const { id: dispute_id, paymentIntentId: payment_intent_id, amountCents: amount_cents, status, outcome } = dispute
  const isKnown = await withPaymentOf(context, payment_intent_id, async (tx) => {
    const payment = await queries.payments.noteDispute(tx, { payment_intent_id, status })
    if (!payment) return false
    if (outcome === 'lost') {
      const lost = await queries.payments.insertLostDispute(tx, { payment_intent_id, dispute_id, amount_cents })
      await queries.payments.sumRefunds(tx, { payment_intent_id })
      if (lost) await context.jobs.enqueue(tx, creditRefund, { payment_id: payment.id, refund_id: lost.id })
    }
    const stay = await queries.stays.findParties(tx, payment)
    const money = { payment_id: payment.id, amount_cents, currency: payment.currency }
    if (stay) await notifySupport(context, tx, disputeNotice(stay, money, { dispute_id, outcome }))
    return true
  })
  return isKnown ?? false
}
