import { queries } from '../../platform/db/queries.ts'
import type { MoneyContext } from '../context.ts'
import type { Rest, SoldPayment } from './plugin.ts'

/** The rest of a deposit, which has a key before it has a payment. */

type Deposit = NonNullable<Awaited<ReturnType<typeof queries.payments.findDeposit>>>

/** The deposit whose rest a key belongs to, and how that is paid; undefined: the key is of no rest. */
export async function findRest(
  context: MoneyContext,
  key: string,
): Promise<{ deposit: Deposit; rest: Rest } | undefined> {
  const deposit = await queries.payments.findDeposit(context.db, { balance_key: key })
  const rest = deposit && context.sales.get(deposit.kind)?.rest
  return deposit && rest && { deposit, rest }
}

/** The payment of a key; that of a rest is made where it is not there yet. undefined: the key is of neither. */
export async function findOrMake(
  context: MoneyContext,
  key: string,
): Promise<(SoldPayment & { kind: string }) | undefined> {
  const payment = await queries.payments.findByKey(context.db, { key })
  if (payment) return payment
  const found = await findRest(context, key)
  if (!found) return undefined
  await found.rest.make(found.deposit)
  return queries.payments.findByKey(context.db, { key })
}
