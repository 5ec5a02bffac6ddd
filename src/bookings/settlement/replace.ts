import { closeCheckoutJob } from '../../money/payments/close-checkouts.ts'
import { isDue, isIdle } from '../../money/payments/states.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { BookingsContext } from '../context.ts'

type Successor = Awaited<ReturnType<typeof queries.payments.insertSuccessor>>

/**
 * Replaces a payment that is due by one of another amount, in cents, because a payment that can be paid never changes its amount
 * (docs/design/payments.md, "Successors"). Its link leads to the successor. Its checkouts are closed after the transaction, and late money
 * for it is refunded. The caller holds the lock of the calendar of a booking or balance, and that of the stay
 * of other kinds; of a booking it locks the stay after the payments.
 * @throws AppError 409 when nothing is due any more, or a payment or charge is in progress.
 */
export async function replacePayment(
  context: BookingsContext,
  tx: Transaction,
  payment_id: number,
  amount_cents: number,
): Promise<Successor> {
  await voidForSuccessor(context, tx, payment_id)
  return queries.payments.insertSuccessor(tx, { payment_id, amount_cents, is_part: false })
}

/** Replaces a payment by two: one for a part, which is returned, and one for the rest. Amounts in cents. */
export async function splitPayment(
  context: BookingsContext,
  tx: Transaction,
  payment_id: number,
  { part_cents, rest_cents }: { part_cents: number; rest_cents: number },
): Promise<Successor> {
  await voidForSuccessor(context, tx, payment_id)
  const part = await queries.payments.insertSuccessor(tx, { payment_id, amount_cents: part_cents, is_part: true })
  await queries.payments.insertSuccessor(tx, { payment_id, amount_cents: rest_cents, is_part: false })
  return part
}

async function voidForSuccessor(context: BookingsContext, tx: Transaction, payment_id: number): Promise<void> {
  await lockIdle(tx, payment_id)
  if (!(await queries.payments.replace(tx, { payment_id }))) throw new AppError('conflict')
  await context.jobs.enqueue(tx, closeCheckoutJob, { payment_id })
}

/** Locks a payment that is due. @throws AppError 409 when it is not due any more, or a payment or charge is in progress. */
export async function lockIdle(tx: Transaction, payment_id: number): Promise<void> {
  await queries.payments.lock(tx, { payment_id })
  // A statement that waits for the lock would not see a charge from before the wait.
  const payment = await queries.payments.find(tx, { payment_id })
  if (payment && isDue(payment.status) && (payment.is_charged || !isIdle(payment.status)))
    throw new AppError('paymentInProgress')
  if (!payment || !isDue(payment.status)) throw new AppError('conflict')
}
