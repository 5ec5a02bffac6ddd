import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { AccountsContext } from '../context.ts'

/** Deletes the notifications of a user, in the transaction that erases the account. */
export async function eraseNotifications(
  _context: AccountsContext,
  tx: Transaction,
  user_id: number,
): Promise<string[]> {
  await queries.notifications.erase(tx, { user_id })
  return []
}

/** A notification that names a person: its reader and its key. */
interface Notified {
  user_id: number
  key: string
}

/** Removes the name of a person whose account is erased from notifications of others, in the same transaction. */
export async function forgetInNotifications(
  tx: Transaction,
  notified: Notified[],
  change: { sender: null } | { author: null },
): Promise<void> {
  const rows = await queries.notifications.listNotified(tx, {
    user_ids: notified.map(({ user_id }) => user_id),
    keys: notified.map(({ key }) => key),
  })
  await queries.notifications.rewrite(tx, { ids: rows.map(({ id }) => id), change })
}
