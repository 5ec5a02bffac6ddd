import { notifyPerson } from '../../accounts/notifications/notify.ts'
import { creditRefund } from '../../money/invoices/invoices.ts'
import { applyRefunds, type RefundStep } from '../../money/payments/ledger.ts'
import { withPaymentOf } from '../../money/payments/payment-lock.ts'
import type { ProviderRefund } from '../../money/stripe/provider.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { notifyGuest, notifyOfMoney } from '../states/notices.ts'
import { paymentKey, paymentNotice } from './notices.ts'

/** Applies the refunds of an intent as they are at the provider, and notifies of changes. Can be repeated. */
export async function refundsChanged(
  context: BookingsContext,
  paymentIntentId: string,
  refunds: ProviderRefund[],
): Promise<void> {
  await withPaymentOf(context, paymentIntentId, async (tx) => {
    for (const step of await applyRefunds(tx, paymentIntentId, refunds)) await notifyOfRefund(context, tx, step)
  })
}

/**
 * Notifies the guest of a refund with its own amount: when it starts and when it has been made. They are mailed once: that it starts, or
 * that it was made where nobody knew of it before.
 */
export async function notifyOfRefund(
  context: BookingsContext,
  tx: Transaction,
  { id, payment_id, amount_cents, settled }: RefundStep,
): Promise<void> {
  const payment = await queries.payments.find(tx, { payment_id })
  if (!payment) return
  if (settled !== undefined) await context.jobs.enqueue(tx, creditRefund, { payment_id, refund_id: id })
  if (settled === 'failed') await context.sales.get(payment.kind)?.keptAgain?.(tx, payment)
  const stay = await queries.states.findParties(tx, payment)
  if (!stay) return
  const notice = (type: 'refund_pending' | 'refund_approved' | 'refund_failed') => ({
    ...paymentNotice(type, stay, { payment_id, amount_cents, currency: payment.currency }),
    dedupe_key: paymentKey.refund(id, type),
  })
  const [started, made] = [notice('refund_pending'), notice('refund_approved')]
  const isMade = settled === 'succeeded'
  if (stay.guest_id === null) {
    // The key of both is that of one mail.
    await notifyGuest(context, tx, stay, { ...(isMade ? made : started), dedupe_key: started.dedupe_key })
  } else {
    const guest = { user_id: stay.guest_id, company: stay.owner_id }
    const isNews = await notifyPerson(context, tx, { ...started, ...guest, mail: isMade ? false : undefined })
    if (isMade) await notifyPerson(context, tx, { ...made, ...guest, mail: isNews ? undefined : false })
  }
  if (settled === 'failed') await notifyOfMoney(context, tx, stay, notice('refund_failed'))
}
