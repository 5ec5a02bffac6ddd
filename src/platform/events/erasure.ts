import type { Context } from '../context.ts'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'

/** Takes a person out of the events of others, and empties their own, in the transaction that erases the account. */
export async function eraseEvents(_context: Context, tx: Transaction, user_id: number): Promise<string[]> {
  await queries.events.erase(tx, { user_id })
  return []
}
