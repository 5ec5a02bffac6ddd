import { markMessagesRead } from '../../accounts/notifications/read.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ConversationsContext } from '../context.ts'

/**
 * Marks the messages of a stay's own conversation as read for its company, up to one of them or all, with their notifications. A mark never
 * moves back. Returns how many are unread.
 */
export async function markThreadRead(
  context: ConversationsContext,
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

/** Since when the guest of a stay waits for an answer: in its own conversation, or in that of the two accounts, about its home or about none. */
export async function findWaiting(
  db: Queryable,
  stay: { id: number; owner_id: number; guest_id: number | null; property_id: string },
  or_no_home: boolean,
): Promise<{ waiting_since: string | null }> {
  const { id: reservation_id, owner_id: user_id, guest_id: other_id, property_id } = stay
  const own = await queries.stayMessages.findWaiting(db, { reservation_id })
  const about = { user_id, homes: [property_id], or_no_home }
  const between = other_id === null ? undefined : await queries.messages.findWaiting(db, { ...about, other_id })
  const [first] = [own?.waiting_since, between?.waiting_since].flatMap((since) => since ?? []).toSorted()
  return { waiting_since: first ?? null }
}
