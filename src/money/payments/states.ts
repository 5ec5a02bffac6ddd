/** States and kinds of a payment. SQL has the same sets (`payment_is_due`, `payment_is_of_price`). Pure. */

import type { PaymentKind, PaymentStatus } from '../../platform/db/enums.ts'

const DUE = new Set<PaymentStatus>(['unpaid', 'processing', 'failed'])

/** True if a payment in this state still has to be made. */
export const isDue = (status: PaymentStatus): boolean => DUE.has(status)

/** True if a payment in this state is due, and no attempt is in progress; `payment_is_idle` in SQL. */
export const isIdle = (status: PaymentStatus): boolean => status !== 'processing' && isDue(status)

const OF_PRICE = new Set<PaymentKind>(['booking', 'balance', 'change'])
const SINGLE = new Set<PaymentKind>(['booking', 'balance'])

/** True if payments of this kind pay a part of the price of a stay; `payment_is_of_price` in SQL. */
export const isOfPrice = (kind: PaymentKind): boolean => OF_PRICE.has(kind)

/** True if a stay has one payment of this kind at a time. */
export const isSingle = (kind: PaymentKind): boolean => SINGLE.has(kind)
