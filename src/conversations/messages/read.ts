import { markMessagesRead } from '../../accounts/notifications/read.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Bounds } from '../../platform/http/scopes.ts'
import { toUser } from '../../realtime/bus/channels.ts'
import type { ConversationsContext } from '../context.ts'
import { messageReadPush } from './pushes.ts'

interface Reading {
  user_id: number
  other_id: number
  message_id: number | undefined
  bounds: Bounds | undefined
}

/**
 * Marks a user's conversation with another as read up to a message, by default the last one, with the notifications of these messages, and
 * tells the other person. A mark never moves back. Somebody limited to some homes marks the messages before the first unread one that they do not
 * see. Returns how many messages are unread, of those that they see; undefined: there is no conversation.
 */
export async function markRead(
  context: ConversationsContext,
  tx: Transaction,
  { user_id, other_id, bounds, ...read }: Reading,
): Promise<number | undefined> {
  const side = await queries.messages.lockSide(tx, { user_id, other_id })
  if (!side) return undefined
  const people = { user_id, other_id }
  const beyond = bounds && (await queries.messages.findFirstBeyond(tx, { ...people, ...bounds })).unread_id
  const last = beyond == null ? side.last_message_id : beyond - 1
  const message_id = Math.min(read.message_id ?? last, last)
  const countSeen = async (unread: number) =>
    bounds ? (await queries.messages.countUnreadOnHomes(tx, { ...people, ...bounds })).unread : unread
  if (message_id <= side.read_up_to) return countSeen(side.unread)
  const marked = await queries.messages.markRead(tx, { user_id, other_id, message_id })
  if (marked.unread !== side.unread) {
    await markMessagesRead(context, tx, { user_id, sender_id: other_id, message_id })
    const data = { user_id, message_id, read_at: new Date().toISOString() }
    await context.bus.publish(tx, toUser(other_id, messageReadPush, data))
  }
  return countSeen(marked.unread)
}
