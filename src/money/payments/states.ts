/** The states of a payment. SQL has the same sets (`payment_is_due` in the migration of payments). Pure. */

import type { PaymentStatus } from '../../platform/db/enums.ts'

const DUE = new Set<PaymentStatus>(['unpaid', 'processing', 'failed'])

/** Whether a payment in this state still has to be made. */
export const isDue = (status: PaymentStatus): boolean => DUE.has(status)

/** Whether a payment in this state is due, and no attempt is in progress; `payment_is_idle` in SQL. */
export const isIdle = (status: PaymentStatus): boolean => status !== 'processing' && isDue(status)
