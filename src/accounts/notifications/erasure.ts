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

/** Which notification names a person: whose it is, and its key. */
interface Told {
  user_id: number
  key: string
}

/** Takes the name of a person whose account is erased from what others were told, in the same transaction. */
export async function forgetInNotifications(
  tx: Transaction,
  told: Told[],
  change: { sender: null } | { author: null },
): Promise<void> {
  const rows = await queries.notifications.listTold(tx, {
    user_ids: told.map(({ user_id }) => user_id),
    keys: told.map(({ key }) => key),
  })
  await queries.notifications.rewrite(tx, { ids: rows.map(({ id }) => id), change })
}
