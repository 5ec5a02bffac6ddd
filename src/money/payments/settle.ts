import { queries } from '../../platform/db/queries.ts'
import type { MoneyContext } from '../context.ts'
import type { PaymentIntent } from '../stripe/intents.ts'
import type { Rest, SoldPayment } from './plugin.ts'

/**
 * Applies the state of an intent, reported by a webhook, a verification or a sweep, to what was sold. Running it again changes
 * nothing. Returns false for an intent of another service.
 */
export async function settle(context: MoneyContext, intent: PaymentIntent): Promise<boolean> {
  if (intent.paymentKey === undefined) return false
  // If a balance was paid early after the backup that was restored, the database has only the deposit.
  const payment = await findOrMake(context, intent.paymentKey)
  const sale = payment && context.sales.get(payment.kind)
  if (!sale) return false
  if (intent.status === 'succeeded') await sale.received(payment, intent)
  // The job of an off-session charge reports what the bank says of it.
  else if (intent.status !== 'open' && intent.chargeKey === undefined) await sale.attempted(payment, intent)
  return true
}

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
