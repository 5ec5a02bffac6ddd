import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { MoneyContext } from '../context.ts'
import { forget } from '../customers/methods.ts'

/**
 * Tells the provider to forget the payment methods that a user has left for balances, and empties what was asked of it, in the
 * transaction that erases the account. Amounts and days stay for accounting.
 */
export async function erasePayments(context: MoneyContext, tx: Transaction, user_id: number): Promise<string[]> {
  for (const { method_id } of await queries.payments.listKeptMethods(tx, { user_id }))
    await forget(context, tx, method_id)
  await queries.payments.eraseCheckouts(tx, { user_id })
  return []
}
