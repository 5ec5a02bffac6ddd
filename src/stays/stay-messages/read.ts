import { markMessagesRead } from '../../accounts/notifications/read.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { StaysContext } from '../context.ts'

/**
 * Marks the messages of a stay's own conversation as read for its company, up to one of them or all, with their notifications. A mark never
 * moves back. Returns how many are unread.
 */
export async function markThreadRead(
  context: StaysContext,
  tx: Transaction,
  { owner_id, reservation_id, ...read }: { owner_id: number; reservation_id: number; message_id: number | undefined },
): Promise<number> {
  const thread = await queries.stayMessages.lockThread(tx, { reservation_id })
  if (!thread) return 0
  const message_id = Math.min(read.message_id ?? thread.last_message_id, thread.last_message_id)
  if (message_id <= thread.read_up_to) return thread.unread
  await markMessagesRead(context, tx, { user_id: owner_id, reservation_id, message_id })
  return (await queries.stayMessages.markRead(tx, { reservation_id, message_id })).unread
}
