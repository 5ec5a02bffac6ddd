import { createHash } from 'node:crypto'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { addDays } from '../../platform/lib/days.ts'
import type { StaysContext } from '../context.ts'

/** How many conflicts of one reading are mailed; a calendar that closes a whole year has one with every stay. */
const MAILED_AT_ONCE = 5

/** A multirange of days as PostgreSQL writes it, as ranges with both days inclusive. Pure. */
export const rangesOf = (nights: string) =>
  [...nights.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, first = '', end = '']) => ({
    start_date: first,
    end_date: addDays(end, -1),
  }))

/**
 * Compares what a feed says with the stays of its home, in a transaction that holds the lock of the home, and tells the owner of
 * nights that nobody was notified of (docs/design/channels.md, "A calendar that disagrees").
 */
export async function updateConflicts(
  context: StaysContext,
  tx: Transaction,
  { id: feed_id, property_id }: { id: number; property_id: string },
): Promise<void> {
  const found = await queries.calendars.updateConflicts(tx, { feed_id })
  for (const [index, conflict] of found.entries()) {
    const { reservation_id, kind, nights, owner_id, ...facts } = conflict
    const digest = createHash('sha256').update(nights).digest('base64url').slice(0, 16)
    await notify(context, tx, {
      user_id: owner_id,
      content: { type: 'calendar_conflict', ...facts, is_possible: kind === 'possible' },
      data: { reservation_id, property_id, feed_id, nights: rangesOf(nights) },
      property_id,
      dedupe_key: `calendar-conflict:${feed_id}:${reservation_id}:${kind}:${digest}`,
      ...(index < MAILED_AT_ONCE ? {} : { mail: false }),
    })
  }
}
