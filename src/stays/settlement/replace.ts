import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { StaysContext } from '../context.ts'
import { closeCheckoutsJob } from './holds.jobs.ts'

type Successor = Awaited<ReturnType<typeof queries.payments.insertSuccessor>>

/**
 * Has another payment, of another amount in cents, take the place of one that is due: a payment that can be paid never changes its
 * amount (docs/design/payments.md, "Successors"). Its link leads to the successor; its checkouts are closed after the transaction, and money
 * that arrives for it all the same goes back. The caller holds the lock of the calendar of a booking or balance, and that of the stay
 * of other kinds; of a booking it locks the stay after the payments.
 * @throws AppError 409 when nothing is due any more, or a payment or charge is in progress.
 */
export async function replacePayment(
  context: StaysContext,
  tx: Transaction,
  payment_id: number,
  amount_cents: number,
): Promise<Successor> {
  await voidForSuccessor(context, tx, payment_id)
  return queries.payments.insertSuccessor(tx, { payment_id, amount_cents, is_part: false })
}

async function voidForSuccessor(context: StaysContext, tx: Transaction, payment_id: number): Promise<void> {
  const payment = await queries.payments.lock(tx, { payment_id })
  if (!payment || payment.reservation_id === null || !(await queries.payments.replace(tx, { payment_id })))
    throw new AppError('conflict')
  await context.jobs.enqueue(tx, closeCheckoutsJob, { reservation_id: payment.reservation_id, payment_id })
}
