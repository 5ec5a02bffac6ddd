import { creditRefund } from '../../money/invoices/invoices.ts'
import { withPaymentOf } from '../../money/payments/payment-lock.ts'
import type { SoldPayment } from '../../money/payments/plugin.ts'
import { type Dispute, takenCents } from '../../money/stripe/disputes.ts'
import type { Transaction } from '../../platform/db/client.ts'
import type { PaymentKind } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { notifyOfMoney } from '../states/notices.ts'
import { type DisputeNews, disputeNotice, paymentNotice } from './notices.ts'

/**
 * Keeps a dispute as it is at the provider, and notifies of its news (docs/design/payments.md, "Disputes"). Money that it has taken counts as
 * a refund, and money that comes back as a refund that failed. Running it again changes nothing. Returns false for one of another
 * service's payment.
 * @throws Error for a dispute that the provider does not know, AppError 503 when it cannot be reached.
 */
export async function disputeChanged(context: BookingsContext, disputeId: string): Promise<boolean> {
  // Read before the state: whatever is written in between is at least as new.
  const { read_at } = await queries.customers.now(context.db, {})
  const dispute = await context.payments.findDispute(disputeId)
  if (!dispute) throw new Error(`the provider does not know ${disputeId}`)
  const { id: dispute_id, paymentIntentId: payment_intent_id, amountCents: amount_cents, openedAt: opened_at } = dispute
  if (payment_intent_id === undefined) return false
  const isKnown = await withPaymentOf(context, payment_intent_id, async (tx) => {
    const { isRefundable: is_refundable, status, reason, currency } = dispute
    const read = { dispute_id, payment_intent_id, status, reason, amount_cents, currency, is_refundable }
    const kept = await queries.payments.upsertDispute(tx, { ...read, opened_at, read_at })
    const payment = kept && (await queries.payments.noteDispute(tx, { payment_intent_id }))
    if (!payment) return true
    const { news, fact } = await countDispute(context, tx, payment, { ...dispute, payment_intent_id })
    const stay = await queries.states.findParties(tx, payment)
    if (stay) await notifyOfMoney(context, tx, stay, disputeNotice(stay, payment.id, dispute, news, fact))
    return true
  })
  return isKnown ?? false
}

/** Takes the money of a dispute over into refunds and documents. Returns its news, and the fact that is told once. */
async function countDispute(
  context: BookingsContext,
  tx: Transaction,
  payment: Pick<SoldPayment, 'id' | 'reservation_id'> & { kind: PaymentKind; currency: string },
  dispute: Dispute & { payment_intent_id: string },
): Promise<{ news: DisputeNews; fact: string }> {
  const { id: dispute_id, payment_intent_id } = dispute
  const news = newsOf(dispute)
  const taken = takenCents(dispute, payment.currency)
  // The money left in another currency: a person finds out how much.
  if (taken === undefined) return { news: 'unclear', fact: dispute_id }
  const refund = await queries.payments.findDisputeRefund(tx, { payment_intent_id, dispute_id })
  const fact = refund?.provider_refund_id ?? dispute_id
  const isTaken = refund?.status === 'succeeded'
  if (taken === null || taken > 0 === isTaken) {
    const isBack = taken === 0 && refund !== undefined
    return { news: isBack ? 'reversed' : news, fact }
  }
  if (!isTaken) {
    const provider_refund_id = refund ? `${dispute_id}:${refund.count + 1}` : dispute_id
    const lost = { payment_intent_id, provider_refund_id, amount_cents: taken }
    await settleDispute(context, tx, payment.id, payment_intent_id, await queries.payments.insertLostDispute(tx, lost))
    return { news, fact: provider_refund_id }
  }
  const failed = { provider_refund_id: fact, status: 'failed' } as const
  await settleDispute(context, tx, payment.id, payment_intent_id, await queries.payments.settleRefund(tx, failed))
  await context.sales.get(payment.kind)?.keptAgain?.(tx, payment)
  return { news: 'reversed', fact }
}

/** Sums the refunds of a payment up after one that stands for a dispute has changed, and has it documented. */
async function settleDispute(
  context: BookingsContext,
  tx: Transaction,
  payment_id: number,
  payment_intent_id: string,
  refund: { id: number } | undefined,
): Promise<void> {
  await queries.payments.sumRefunds(tx, { payment_intent_id })
  if (refund) await context.jobs.enqueue(tx, creditRefund, { payment_id, refund_id: refund.id })
}

/** News of a dispute whose money moves as its stage says. Pure. */
function newsOf({ stage }: Pick<Dispute, 'stage'>): DisputeNews {
  switch (stage) {
    case 'prevented':
      return 'settled'
    case 'unknown':
      return 'unclear'
    default:
      return stage
  }
}

/**
 * Notifies that a card's bank reports a payment as fraud, once, while it can still be refunded. Returns false for one of another service's
 * payment. @throws AppError 503 when the provider cannot be reached.
 */
export async function fraudWarned(context: BookingsContext, warningId: string): Promise<boolean> {
  const warning = await context.payments.findFraudWarning(warningId)
  if (!warning) throw new Error(`the provider does not know ${warningId}`)
  const { paymentIntentId, isActionable } = warning
  if (paymentIntentId === undefined) return false
  const isKnown = await withPaymentOf(context, paymentIntentId, async (tx, { payment_id }) => {
    const payment = await queries.payments.lock(tx, { payment_id })
    const stay = payment && (await queries.states.findParties(tx, payment))
    if (!stay || !isActionable) return true
    const notice = paymentNotice('fraud_warning', stay, { ...payment, payment_id })
    await notifyOfMoney(context, tx, stay, { ...notice, dedupe_key: `fraud-warning:${warningId}` })
    return true
  })
  return isKnown ?? false
}
