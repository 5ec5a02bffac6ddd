import type { queries } from '../db/queries.ts'
import type { Notification } from '../notifications/notify.ts'

type Parties = Awaited<ReturnType<typeof queries.reservations.parties>>[number]

type PaymentNotice = 'payment_received' | 'payment_failed' | 'refund_pending' | 'refund_approved'

interface PaidAmount {
  id: number
  amount_cents: number
  currency: string
}

/** What is told of a payment of a stay: the text's facts, and the ids that a front end needs. Pure. */
export function paymentNotice(
  type: PaymentNotice,
  { id, home, check_in, check_out }: Parties,
  { id: payment_id, amount_cents, currency }: PaidAmount,
): Pick<Notification, 'content' | 'data'> {
  return {
    content: { type, home, check_in, check_out, amount_cents, currency },
    data: { reservation_id: id, payment_id },
  }
}
