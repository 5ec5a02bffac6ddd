import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { HostingContext } from '../context.ts'

/** Deletes the tasks of an account, takes it from tasks of others, and deletes notes about its stays. Returns the files of pictures. */
export const eraseTasks = async (_context: HostingContext, tx: Transaction, user_id: number): Promise<string[]> =>
  (await queries.tasks.erase(tx, { user_id })).files
