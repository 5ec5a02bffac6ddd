import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { addDays } from '../../platform/lib/days.ts'
import type { BookingsContext } from '../context.ts'
import { conflictKind, type homeConflict } from './schemas.ts'
import type { Settled } from './settle.ts'

/** Most conflicts of one reading that are mailed; a calendar that closes a whole year has one with every stay. */
const MAILED_AT_ONCE = 5

/** A multirange of days as PostgreSQL writes it, as ranges with both days inclusive. Pure. */
export const rangesOf = (nights: string) =>
  [...nights.matchAll(/\[([\d-]+),([\d-]+)\)/g)].map(([, first = '', end = '']) => ({
    start_date: first,
    end_date: addDays(end, -1),
  }))

const digestOf = (nights: string): string => createHash('sha256').update(nights).digest('base64url').slice(0, 16)

interface FeedOfHome {
  id: number
  property_id: string
}

/** Returns the conflicts of a home's feeds from today on, with stays and with each other. */
export async function listHomeConflicts(db: Queryable, property_id: string): Promise<z.infer<typeof homeConflict>[]> {
  const rows = await queries.calendars.listConflicts(db, { property_id })
  return rows.map(({ kind, ...row }) => ({ ...row, kind: conflictKind.parse(kind) }))
}

/**
 * Compares what a feed says with the stays of its home, in a transaction that holds the lock of the home, and tells the owner of
 * nights that nobody was notified of (docs/design/channels.md, "A calendar that disagrees").
 */
export async function updateConflicts(
  context: BookingsContext,
  tx: Transaction,
  { id: feed_id, property_id }: FeedOfHome,
): Promise<void> {
  const found = await queries.calendars.updateConflicts(tx, { feed_id })
  for (const [index, conflict] of found.entries()) {
    const { reservation_id, kind, nights, owner_id, ...facts } = conflict
    await notify(context, tx, {
      user_id: owner_id,
      content:
        kind === 'gone'
          ? { type: 'event_gone', ...facts }
          : { type: 'calendar_conflict', ...facts, is_possible: kind === 'possible' },
      data: { reservation_id, property_id, feed_id, nights: rangesOf(nights) },
      property_id,
      dedupe_key: `calendar-conflict:${feed_id}:${reservation_id}:${kind}:${digestOf(nights)}`,
      ...(index < MAILED_AT_ONCE ? {} : { mail: false }),
    })
  }
}

/** Writes which nights a feed and others of its home have sold twice, and tells the owner of those that nobody was notified of. */
export async function updateFeedConflicts(
  context: BookingsContext,
  tx: Transaction,
  { id: feed_id, property_id }: FeedOfHome,
  clashes: Settled['clashes'],
): Promise<void> {
  const found = await queries.calendars.updateFeedConflicts(tx, { feed_id, clashes })
  for (const { kind, nights, owner_id, other_feed_id, ...names } of found) {
    const ranges = rangesOf(nights)
    const [first] = ranges
    if (!first) continue
    const { start_date: check_in, end_date } = first
    await notify(context, tx, {
      user_id: owner_id,
      content: {
        type: 'feed_conflict',
        ...names,
        check_in,
        check_out: addDays(end_date, 1),
        is_possible: kind === 'possible',
      },
      data: { property_id, feed_id, other_feed_id, nights: ranges },
      property_id,
      dedupe_key: `feed-conflict:${feed_id}:${other_feed_id}:${kind}:${digestOf(nights)}`,
    })
  }
}
