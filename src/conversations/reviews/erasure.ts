import { forgetInNotifications } from '../../accounts/notifications/erasure.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ConversationsContext } from '../context.ts'

/** Removes the name of a user from notifications about their reviews, in the transaction that erases the account. */
export async function eraseReviews(
  _context: ConversationsContext,
  tx: Transaction,
  user_id: number,
): Promise<string[]> {
  const notified = await queries.reviews.listNotified(tx, { user_id })
  await forgetInNotifications(tx, notified, { author: null })
  return []
}
