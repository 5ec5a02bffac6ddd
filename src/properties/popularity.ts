import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'

const HOMES_AT_ONCE = 5_000

/** Updates the popularity of all homes, some thousands per statement, so that no booking waits for it. */
export async function refreshPopularity(db: Queryable, homesAtOnce = HOMES_AT_ONCE): Promise<void> {
  let after: string | undefined
  do {
    const last = await queries.properties.refreshPopularity(db, { after, homes: homesAtOnce })
    after = last?.id
  } while (after !== undefined)
}
