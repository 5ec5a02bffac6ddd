import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { HomesContext } from '../context.ts'
import { filesOf } from './photos.ts'

/** Deletes the favourites of a user, and archives their homes, in the transaction that erases the account. Returns the files that are to be removed. */
export async function eraseHomes(_context: HomesContext, tx: Transaction, user_id: number): Promise<string[]> {
  const photos = await queries.properties.erase(tx, { user_id })
  return photos.flatMap(filesOf)
}
