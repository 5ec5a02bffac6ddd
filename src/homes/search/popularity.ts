import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { HomesContext } from '../context.ts'

const HOMES_AT_ONCE = 5_000

/** Updates the popularity of all homes, some thousands per statement, so that no booking waits for it. */
export async function refreshPopularity(
  { bookings }: HomesContext,
  db: Queryable,
  homesAtOnce = HOMES_AT_ONCE,
): Promise<void> {
  let after: string | undefined
  do {
    const ids = (await queries.properties.listIds(db, { after, limit: homesAtOnce })).map(({ id }) => id)
    const booked = await bookings.score(db, { property_ids: ids })
    const booked_ids = booked.map(({ property_id }) => property_id)
    await queries.search.refreshPopularity(db, { ids, booked_ids, scores: booked.map(({ score }) => score) })
    after = ids.at(-1)
  } while (after !== undefined)
}
