import { setTimeout as pause } from 'node:timers/promises'
import { mailNotice } from '../../accounts/notifications/mails.ts'
import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { addDays } from '../../platform/lib/days.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import type { BookingsContext } from '../context.ts'
import { updateConflicts, updateFeedConflicts } from './conflicts.ts'
import { nextFeed } from './feed-turns.ts'
import { closeByFeed } from './freed-nights.ts'
import type { CalendarEvent } from './ical.ts'
import { readForeignCalendar, settleReading } from './ical-reader.ts'
import { HORIZON_DAYS } from './settle.ts'

/** A run takes no further feeds after this time. */
const RUN_MS = 60_000
/** A run looks for feeds that became due at this interval. */
const LOOK_MS = 250
/** A calendar whose answer and reading take longer is read less often. */
const SLOW_MS = 4_000
/** After this many failures in a row, which take over an hour, the owner is notified. */
const FAILURES_TO_TELL = 3

/** Why a text cannot be read; its cause names no address. */
const READING: ReadonlySet<string> = new Set(['not_a_calendar', 'too_many_events', 'too_slow', 'too_much_memory'])

const ACCEPT = { accept: 'text/calendar, text/plain;q=0.9, */*;q=0.1' }

type Due = Awaited<ReturnType<typeof queries.calendars.listDueFeeds>>[number]
type Feed = Due & NonNullable<Awaited<ReturnType<typeof queries.calendars.claimFeed>>>
type Taken = Awaited<ReturnType<typeof queries.calendars.listTaken>>[number]

/** UID suffix of exported events. Imports skip it, because platforms export events that they have imported. */
const ownUids = (propertyId: string): string => `@${propertyId}.sejour`

/** A taken range as an event for other platforms, without the guest. Pure. */
export function takenEvent(propertyId: string, taken: Taken, locale: Locale): CalendarEvent {
  const isStay = taken.reservation_id !== null
  const { words } = texts(locale)
  const name = isStay ? `reservation-${taken.reservation_id}` : `closure-${taken.closure_id}`
  return {
    uid: `${name}${ownUids(propertyId)}`,
    start_date: taken.start_date,
    end_date: taken.end_date,
    summary: isStay ? words.reserved : words.unavailable,
    changed_at: taken.changed_at,
    changes: taken.changes,
  }
}

/** Reads feeds that are due, several at once, until none is left or the time of the run is over. Accounts take turns (feed-turns.ts). */
export async function importDueFeeds(context: BookingsContext): Promise<void> {
  const end = Date.now() + RUN_MS
  const reading = new Map<Due, Promise<unknown>>()
  /** Feeds that another process has, or had. */
  const taken = new Set<number>()
  let due: Due[] = []
  let served: number[] = []

  function begin(feed: Due): void {
    due = due.filter(({ id }) => id !== feed.id)
    served = [...served.filter((account) => account !== feed.owner_id), feed.owner_id]
    const done = readDue(context, feed)
      .then((isRead) => isRead || taken.add(feed.id))
      .finally(() => reading.delete(feed))
    // An error ends the run below.
    done.catch(() => undefined)
    reading.set(feed, done)
  }

  try {
    while (!context.stopping && Date.now() < end) {
      let feed = nextFeed(due, [...reading.keys()], served)
      if (!feed) {
        due = (await queries.calendars.listDueFeeds(context.db, {})).filter(({ id }) => !taken.has(id))
        feed = nextFeed(due, [...reading.keys()], served)
      }
      if (feed) begin(feed)
      else if (reading.size === 0) break
      // An owner may ask for a feed while those of others are read.
      else await Promise.race([...reading.values(), pause(LOOK_MS)])
    }
  } finally {
    await Promise.allSettled(reading.values())
  }
}

/** Reads a feed, unless another process has begun to. Returns whether it was read. */
async function readDue(context: BookingsContext, due: Due): Promise<boolean> {
  const { id: feed_id, property_id } = due
  const claimed = await queries.calendars.claimFeed(context.db, { feed_id })
  if (!claimed) return false
  if (due.is_archived) await transaction(context.db, (tx) => deleteFeed(context, tx, { feed_id, property_id }))
  else
    await importFeed(context, { ...due, ...claimed }).catch((error: unknown) =>
      context.log.error({ err: error, feed: feed_id }, 'feed not imported'),
    )
  return true
}

/** Deletes a feed with its closures, and the cleanings after its stays. Returns false when there is none. */
export async function deleteFeed(
  context: BookingsContext,
  tx: Transaction,
  feed: { feed_id: number; property_id: string },
): Promise<boolean> {
  const deleted = await queries.calendars.deleteFeed(tx, feed)
  if (deleted) await context.departureTasks.followFeeds(tx, feed.property_id)
  return deleted !== undefined
}

/** Replaces the closures of a feed by its present events. If it cannot be read, its closures stay. */
async function importFeed(context: BookingsContext, feed: Feed): Promise<void> {
  const { id: feed_id, claim, property_id, timezone } = feed
  try {
    const begun = performance.now()
    const text = await context.outbound.calendars.get(feed.url, ACCEPT)
    const from = addDays(new Date().toISOString().slice(0, 10), -1)
    const options = {
      timezone,
      from,
      until: addDays(from, HORIZON_DAYS),
      ownUids: ownUids(property_id),
      ignoreBlocks: feed.ignore_blocks,
      endsOnLastNight: feed.ends === 'last_night',
    }
    const reading = await readForeignCalendar(text, options)
    const is_slow = performance.now() - begun > SLOW_MS
    await lockCalendar(context, property_id, async (tx) => {
      const previous = await queries.calendars.lockFeed(tx, { feed_id, claim })
      if (!previous) return
      const { is_doubted, stays, ...before } = previous
      const { sources } = await queries.calendars.listSources(tx, { property_id, feed_id })
      const now = new Date().toISOString()
      const { taken, isDoubted, departures, clashes } = await settleReading({ ...before, reading, sources, now, from })
      if (stays) await context.departureTasks.keepDays(tx, property_id, departures)
      await queries.calendars.finishImport(tx, {
        feed_id,
        claim,
        taken,
        skipped: reading.skipped.map(({ key }) => key),
        problems: reading.problems,
        left_out: reading.left_out,
        is_doubted: isDoubted,
        is_slow,
      })
      if (isDoubted && !is_doubted) await mailOwnerOfFeed(context, tx, feed, 'feed_doubted')
      await updateFeedConflicts(context, tx, feed, clashes)
      await closeByFeed(context, tx, feed)
    })
  } catch (error) {
    // The address of a feed is a secret of the owner and the platform, so the log contains only its id.
    const code = error instanceof OutboundError ? error.code : 'internal'
    const cause = error instanceof OutboundError && READING.has(code) ? { cause: String(error.cause) } : {}
    context.log.warn(
      { feed: feed_id, code, ...cause, ...(code === 'internal' ? { err: error } : {}) },
      'calendar feed not read',
    )
    await lockCalendar(context, property_id, async (tx) => {
      const detail = READING.has(code)
        ? String((error as OutboundError).cause)
            .replace(/^Error: /, '')
            .slice(0, 200)
        : null
      const failed = await queries.calendars.failImport(tx, { feed_id, claim, error: code, detail })
      if (!failed) return
      if (failed.failures === FAILURES_TO_TELL) await mailOwnerOfFeed(context, tx, feed, 'feed_unreadable')
      // Nights pass, and stays change, while a calendar cannot be read.
      await updateConflicts(context, tx, feed)
    })
  }
}

async function mailOwnerOfFeed(
  context: BookingsContext,
  tx: Transaction,
  { owner_id, name, home }: Feed,
  mail: 'feed_unreadable' | 'feed_doubted',
): Promise<void> {
  const [owner] = await queries.notifications.listContacts(tx, { user_ids: [owner_id] })
  if (!owner) return
  await mailNotice(context, tx, owner, texts(owner.locale).mails[mail]({ name, home }), { topic: 'calendars' })
}
