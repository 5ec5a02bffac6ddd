/** States and kinds of a payment. SQL has the same sets (`payment_is_due`, `payment_is_of_price`). Pure. */

import type { PaymentKind, PaymentStatus } from '../../platform/db/enums.ts'

const DUE = new Set<PaymentStatus>(['unpaid', 'processing', 'failed'])

/** Whether a payment in this state still has to be made. */
export const isDue = (status: PaymentStatus): boolean => DUE.has(status)

/** Whether a payment in this state is due, and no attempt is in progress; `payment_is_idle` in SQL. */
export const isIdle = (status: PaymentStatus): boolean => status !== 'processing' && isDue(status)

/** Whether payments of this kind pay a part of the price of a stay; `payment_is_of_price` in SQL. */
export const isOfPrice = (kind: PaymentKind): boolean => kind !== 'supplement'
