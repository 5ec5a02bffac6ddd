import type { TypesOf } from '../../accounts/notifications/kinds.ts'
import type { Notification } from '../../accounts/notifications/notify.ts'
import type { Parties } from '../stays/notices.ts'

/** Key of a fact about money. Pure. */
export const paymentKey = {
  billed: (payment_id: number): string => `payment:${payment_id}:billed`,
  paid: (payment_id: number): string => `payment:${payment_id}:paid`,
  /** Each failed attempt adds a key of its own. */
  failed: (payment_id: number): string => `payment:${payment_id}:failed`,
  refund: (refund_id: number, type: 'refund_pending' | 'refund_approved' | 'refund_failed'): string =>
    `refund:${refund_id}:${type}`,
}

export interface PaidAmount {
  payment_id: number
  amount_cents: number
  currency: string
}

/** A notification about a payment: the facts of its text, and ids for the front end. Pure. */
export function paymentNotice(
  type: TypesOf<'Payment'>,
  { id, property_id, home, check_in, check_out }: Parties,
  { payment_id, amount_cents, currency }: PaidAmount,
): Pick<Notification, 'content' | 'data' | 'property_id'> {
  return {
    content: { type, home, check_in, check_out, amount_cents, currency },
    data: { reservation_id: id, payment_id },
    property_id,
  }
}

/** Notification of support about a dispute, once for each outcome. Pure. */
export const disputeNotice = (
  { id, property_id, home, check_in, check_out }: Parties,
  { payment_id, amount_cents, currency }: PaidAmount,
  { dispute_id, outcome }: { dispute_id: string; outcome: 'open' | 'won' | 'lost' },
): Omit<Notification, 'user_id'> => ({
  content: { type: 'payment_disputed', home, check_in, check_out, amount_cents, currency, outcome },
  data: { reservation_id: id, payment_id },
  property_id,
  dedupe_key: `dispute:${dispute_id}:${outcome}`,
})
