import { forgetInNotifications } from '../../accounts/notifications/erasure.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ConversationsContext } from '../context.ts'

/**
 * Takes the files of a user from their messages, which stay, and their name from notifications of others, in the
 * transaction that erases the account. Returns the files.
 */
export async function eraseMessages(
  _context: ConversationsContext,
  tx: Transaction,
  user_id: number,
): Promise<string[]> {
  const notified = await queries.messages.listNotified(tx, { user_id })
  await forgetInNotifications(tx, notified, { sender: null })
  const files = await queries.messages.listFiles(tx, { user_id })
  await queries.messages.erase(tx, { user_id })
  return files.map(({ path }) => path)
}
