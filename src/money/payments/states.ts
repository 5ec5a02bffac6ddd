/** States and kinds of a payment. SQL has the same sets (`payment_is_due`, `payment_is_of_price`). Pure. */

import type { PaymentKind, PaymentStatus } from '../../platform/db/enums.ts'

const DUE = new Set<PaymentStatus>(['unpaid', 'processing', 'failed'])

/** True if a payment in this state still has to be made. */
export const isDue = (status: PaymentStatus): boolean => DUE.has(status)

/** True if a payment in this state is due, and no attempt is in progress; `payment_is_idle` in SQL. */
export const isIdle = (status: PaymentStatus): boolean => status !== 'processing' && isDue(status)

/** Rules of the kinds of payment: whether it pays a part of the price of a stay, and whether a stay has one of it at a time. */
const KINDS: Record<PaymentKind, { isOfPrice: boolean; isSingle: boolean }> = {
  booking: { isOfPrice: true, isSingle: true },
  balance: { isOfPrice: true, isSingle: true },
  change: { isOfPrice: true, isSingle: false },
  supplement: { isOfPrice: false, isSingle: false },
}

/** True if payments of this kind pay a part of the price of a stay; `payment_is_of_price` in SQL. */
export const isOfPrice = (kind: PaymentKind): boolean => KINDS[kind].isOfPrice

/** True if a stay has one payment of this kind at a time. */
export const isSingle = (kind: PaymentKind): boolean => KINDS[kind].isSingle
