import type { TypesOf } from '../../accounts/notifications/kinds.ts'
import type { Notification } from '../../accounts/notifications/notify.ts'
import type { Dispute } from '../../money/stripe/disputes.ts'
import type { Parties } from '../states/notices.ts'

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

/** Notification about a dispute, once for each news of it. Pure. */
export function disputeNotice(
  stay: Parties,
  payment_id: number,
  dispute: Pick<Dispute, 'id' | 'amountCents' | 'currency' | 'status'>,
  news: DisputeNews,
  fact = dispute.id,
): Omit<Notification, 'user_id'> {
  // The amount and the currency that the bank disputes.
  const money = { payment_id, amount_cents: dispute.amountCents, currency: dispute.currency }
  if (news === 'open' || news === 'won' || news === 'lost') {
    const { id, property_id, home, check_in, check_out } = stay
    const { amount_cents, currency } = money
    return {
      content: { type: 'payment_disputed', home, check_in, check_out, amount_cents, currency, outcome: news },
      data: { reservation_id: id, payment_id },
      property_id,
      dedupe_key: `dispute:${fact}:${news}`,
    }
  }
  const key = news === 'unclear' ? `unclear:${dispute.status}` : news
  return { ...paymentNotice(`dispute_${news}`, stay, money), dedupe_key: `dispute:${fact}:${key}` }
}

/** News of a dispute. `reversed`: money that it had taken is back; `unclear`: a person has to look at it. */
export type DisputeNews = 'open' | 'won' | 'lost' | 'appealed' | 'closed' | 'reversed' | 'settled' | 'unclear'
