import { pipeline, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { MoneyContext } from '../context.ts'

type Locked = Awaited<ReturnType<typeof queries.payments.lock>>
type LockedByIntent = NonNullable<Awaited<ReturnType<typeof queries.payments.lockByIntent>>>

/**
 * Runs `work` in a transaction that holds the lock of a payment; undefined: there is no such payment. The first statements of `work` are
 * sent with the lock, and run when it is held. Bursts of one payment, and of work with the same `turns`, wait in line (`Turns` of
 * src/platform/db/semaphore.ts), so that they take no connections from others.
 */
export function withPayment<T>(
  { db }: MoneyContext,
  payment_id: number,
  work: (tx: Transaction, payment: Promise<Locked>) => Promise<T>,
  turns: string[] = [],
): Promise<T> {
  return transaction(
    db,
    async (tx) => {
      const payment = queries.payments.lock(tx, { payment_id })
      const { done } = await pipeline({ payment, done: work(tx, payment) })
      return done
    },
    { turns: [`payment ${payment_id}`, ...turns] },
  )
}

/** The same for the payment of an intent; does nothing and returns undefined for an intent of another service. */
export function withPaymentOf<T>(
  { db }: MoneyContext,
  payment_intent_id: string,
  work: (tx: Transaction, payment: LockedByIntent) => Promise<T>,
): Promise<T | undefined> {
  return transaction(
    db,
    async (tx) => {
      const payment = await queries.payments.lockByIntent(tx, { payment_intent_id })
      return payment && work(tx, payment)
    },
    { turns: [`intent ${payment_intent_id}`] },
  )
}
