import { z } from 'zod'
import { mailNotice } from '../../accounts/notifications/notify.ts'
import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { addDays } from '../../platform/lib/days.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import type { StaysContext } from '../context.ts'
import { updateConflicts } from './conflicts.ts'
import { nightsFrom, rangesFrom, traceEchoes } from './echoes.ts'
import { closeByFeed } from './freed-nights.ts'
import type { CalendarEvent, TakenNights } from './ical.ts'
import { readForeignCalendar } from './ical-reader.ts'
import type { Reading } from './reading.ts'

/** How many feeds a process reads at once, and how long one run takes further ones. */
const AT_ONCE = 4
const RUN_MS = 60_000
/** Platforms publish a year or two. Events after the longest booking window are ignored. */
const HORIZON_DAYS = 1_461
/** After this many failures in a row, which take over an hour, the owner is notified. */
const FAILURES_TO_TELL = 3

/** Why a text cannot be read; its cause names no address. */
const READING: ReadonlySet<string> = new Set(['not_a_calendar', 'too_many_events', 'too_slow', 'too_much_memory'])

const ACCEPT = { accept: 'text/calendar, text/plain;q=0.9, */*;q=0.1' }

type Feed = NonNullable<Awaited<ReturnType<typeof queries.calendars.claimFeed>>>
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

/** Reads feeds that are due, several at once, until none is left or the time of the run is over. */
export async function importDueFeeds(context: StaysContext): Promise<void> {
  const end = Date.now() + RUN_MS
  const readOn = async () => {
    while (!context.stopping && Date.now() < end) {
      const feed = await queries.calendars.claimFeed(context.db, {})
      if (!feed) return
      if (feed.is_archived)
        await queries.calendars.deleteFeed(context.db, { feed_id: feed.id, property_id: feed.property_id })
      else
        await importFeed(context, feed).catch((error: unknown) =>
          context.log.error({ err: error, feed: feed.id }, 'feed not imported'),
        )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
}

/** Taken nights of a feed, as they are stored. */
const storedNights = z.object({
  uid: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  is_block: z.boolean().exactOptional(),
  /** Not in the last reading, where an event that cannot be read may be this one. */
  is_held: z.boolean().exactOptional(),
  /** Missing in the last reading, which had lost too many: another one has to agree. */
  is_doubted: z.boolean().exactOptional(),
  seen_at: z.string().exactOptional(),
  is_echo: z.boolean().exactOptional(),
  /** When the platform had last read what it was given, as the event came up; null: never. */
  exported_at: z.string().nullable().exactOptional(),
})
type StoredNights = z.infer<typeof storedNights>

/** Nights with what their platform knew when they came up: those that are known keep it. Pure. */
function datedNights(
  known: StoredNights[],
  kept: StoredNights[],
  exported_at: string | null,
  from: string,
): StoredNights[] {
  const rangeOf = rangesFrom(from)
  const dates = new Map(known.map((nights) => [rangeOf(nights), nights.exported_at]))
  return kept.map((nights) => {
    const before = dates.get(rangeOf(nights))
    return { ...nights, exported_at: before === undefined ? exported_at : before }
  })
}

/**
 * Events to keep after a reading: its own, and nights that would be opened because their event can no longer be read. These are the
 * nights of its UID. An event of a UID that nobody knows may be any of those that are gone, which are held until everything can be
 * read again; one that could not be read the last time either has opened nothing. Pure.
 */
export function keepNights(
  previous: { taken: StoredNights[]; skipped: string[] },
  { taken, skipped }: Pick<Reading, 'taken' | 'skipped'>,
  from: string,
): StoredNights[] {
  if (skipped.length === 0) return taken
  const rangeOf = rangesFrom(from)
  const ranges = new Set(taken.map(rangeOf))
  const present = new Set(taken.map(({ uid }) => uid))
  const unreadable = new Set(skipped.map(({ uid }) => uid).filter((uid) => uid !== ''))
  const knownUids = new Set(previous.taken.map(({ uid }) => uid))
  const knownKeys = new Set(previous.skipped)
  const isAnyGone = skipped.some(({ uid, key }) => !knownKeys.has(key) && (uid === '' || !knownUids.has(uid)))
  const held = previous.taken.filter((nights) => {
    const { uid, end_date, is_held = false } = nights
    if (end_date < from || ranges.has(rangeOf(nights))) return false
    return unreadable.has(uid) || ((uid === '' || !present.has(uid)) && (is_held || isAnyGone))
  })
  return [...taken, ...held.map((nights) => ({ ...nights, is_held: true }))]
}

/**
 * Keeps nights that a reading has lost, where it has lost all of the nights to come, or more than half of them: the next reading has to agree. Nights
 * that were in doubt already are let go. Pure.
 * @param mayConfirm false while the reading that they were missing in is too recent.
 */
export function doubtNights(
  previous: StoredNights[],
  taken: StoredNights[],
  from: string,
  mayConfirm: boolean,
): { taken: StoredNights[]; isDoubted: boolean } {
  const rangeOf = rangesFrom(from)
  const ranges = new Set(taken.map(rangeOf))
  const toCome = previous.filter(({ end_date }) => end_date >= from)
  const missing = toCome.filter((nights) => !ranges.has(rangeOf(nights)))
  const trusted = markNights(
    toCome.filter(({ is_doubted = false }) => !is_doubted),
    from,
  )
  const present = markNights(taken, from)
  const lost = trusted.filter((isTaken, night) => isTaken && !present[night]).length
  const isOdd = lost > 0 && (taken.length === 0 || lost * 2 > trusted.filter(Boolean).length)
  const held = missing.filter(({ is_doubted = false }) => (is_doubted ? !mayConfirm : isOdd))
  return { taken: [...taken, ...held.map((nights) => ({ ...nights, is_doubted: true }))], isDoubted: held.length > 0 }
}

/** Marks the nights that ranges take, from a day on. */
function markNights(ranges: TakenNights[], from: string): Uint8Array {
  const numbers = nightsFrom(from)
  const marks = new Uint8Array(HORIZON_DAYS + 1)
  for (const range of ranges) marks.fill(1, numbers(range).begin, numbers(range).end)
  return marks
}

/** Replaces the closures of a feed by its present events. If it cannot be read, its closures stay. */
async function importFeed(context: StaysContext, feed: Feed): Promise<void> {
  const { id: feed_id, claim, property_id, timezone } = feed
  try {
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
    await lockCalendar(context, property_id, async (tx) => {
      const previous = await queries.calendars.lockFeed(tx, { feed_id, claim })
      if (!previous) return
      const { skipped, exported_at } = previous
      const told = z.array(z.object({ start_date: z.string(), end_date: z.string() })).parse(previous.told)
      const known = z.array(storedNights).parse(previous.taken)
      const kept = keepNights({ taken: known, skipped }, reading, from)
      const doubted = doubtNights(known, kept, from, previous.may_confirm)
      const sources = await queries.calendars.listSources(tx, { property_id, feed_id })
      const now = new Date().toISOString()
      const traced = traceEchoes(doubted.taken, known, { sources, told, exported_at, now, from })
      const taken = datedNights(known, traced, exported_at, from)
      await queries.calendars.finishImport(tx, {
        feed_id,
        claim,
        taken,
        skipped: reading.skipped.map(({ key }) => key),
        problems: reading.problems,
        left_out: reading.left_out,
        is_doubted: doubted.isDoubted,
      })
      if (doubted.isDoubted && !previous.is_doubted) await mailOwnerOfFeed(context, tx, feed, 'feed_doubted')
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
  context: StaysContext,
  tx: Transaction,
  { owner_id, name, home }: Feed,
  mail: 'feed_unreadable' | 'feed_doubted',
): Promise<void> {
  const [owner] = await queries.notifications.listContacts(tx, { user_ids: [owner_id] })
  if (!owner) return
  await mailNotice(context, tx, owner, texts(owner.locale).mails[mail]({ name, home }))
}
