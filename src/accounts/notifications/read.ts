import type { Database, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { toUser } from '../../realtime/bus/channels.ts'
import type { AccountsContext } from '../context.ts'
import { notificationReadPush } from './pushes.ts'
import { READABLE_TYPES } from './show.ts'

/** More ids than an event should have: with them clients read the list again. */
const MAX_IDS = 500

/** Tells the sockets of a user which notifications are read, and how many are not. */
export async function publishRead(
  context: AccountsContext,
  db: Database | Transaction,
  user_id: number,
  ids: number[],
): Promise<void> {
  if (ids.length === 0) return
  const { unread } = await queries.notifications.countUnread(db, { user_id, types: READABLE_TYPES })
  const data = { ids: ids.slice(0, MAX_IDS), unread }
  await context.bus.publish(db, toUser(user_id, notificationReadPush, data))
}

/** Marks notifications of messages of a person, or of a stay, as read, in the transaction that marks the messages. */
export async function markMessagesRead(
  context: AccountsContext,
  tx: Transaction,
  read: { user_id: number; message_id: number; sender_id?: number; reservation_id?: number },
): Promise<void> {
  const rows = await queries.notifications.markMessagesRead(tx, read)
  const readers = Map.groupBy(rows, ({ user_id }) => user_id)
  for (const [user_id, marked] of readers) {
    const ids = marked.map(({ id }) => id)
    await publishRead(context, tx, user_id, ids)
  }
}
