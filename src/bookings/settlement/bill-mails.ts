import { payLink } from '../../money/payments/pay-link.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { paymentKey, paymentNotice } from '../refunds/notices.ts'
import { notifyGuest, type Parties } from '../states/notices.ts'

interface Bill {
  id: number
  key: string
  amount_cents: number
  currency: string
}

/** Sends the guest of a stay a bill with its lines and its link, once for a fact. Returns whether a mail to one without an account was written. */
export const mailBill = async (
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  bill: Bill,
  dedupe_key: string,
): Promise<boolean> =>
  notifyGuest(context, tx, stay, {
    ...paymentNotice('bill_due', stay, { ...bill, payment_id: bill.id }),
    dedupe_key,
    link: payLink(context, bill.key),
    lines: await queries.settlement.listBilled(tx, { payment_id: bill.id }),
  })

/** Sends the guest a bill again, once, whose charge to their card was refused. Returns false for a payment that is no bill. */
export async function mailRefusedBill(context: BookingsContext, tx: Transaction, payment_id: number): Promise<boolean> {
  const bill = await queries.payments.lock(tx, { payment_id })
  if (bill?.kind !== 'supplement') return false
  const stay = await queries.states.findParties(tx, bill)
  if (stay) await mailBill(context, tx, stay, bill, `${paymentKey.billed(payment_id)}:refused`)
  return true
}
