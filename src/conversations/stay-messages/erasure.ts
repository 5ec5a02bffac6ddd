import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ConversationsContext } from '../context.ts'

/** Deletes the notes about a guest, and the messages of a company's stays, in the transaction that erases the account. */
export async function eraseStayMessages(
  _context: ConversationsContext,
  tx: Transaction,
  user_id: number,
): Promise<string[]> {
  await queries.stayMessages.erase(tx, { user_id })
  return []
}
