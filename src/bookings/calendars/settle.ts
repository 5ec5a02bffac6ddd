import { z } from 'zod'
import type { Departures } from '../states/departure-tasks.ts'
import { type Clash, findClashes, type Sold } from './clashes.ts'
import { compareDepartures } from './departures.ts'
import { type Nights, nightsFrom, rangesFrom, type Source, type Told, traceEchoes } from './echoes.ts'
import type { TakenNights } from './ical.ts'
import type { Reading } from './reading.ts'

/** Compares a reading of a feed with the one before: nights in doubt, sold nights and echoes, conflicts with other feeds. Pure. */

/** Platforms publish a year or two. Events after the longest booking window are ignored. */
export const HORIZON_DAYS = 1_461

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

const told = z.object({ start_date: z.string(), end_date: z.string() })

/** Nights of stays and closures, and of another feed where it is named. */
const source = told.extend({
  since: z.string(),
  feed_id: z.int().optional(),
  exported_at: z.string().optional(),
  is_block: z.boolean().optional(),
  /** A stay that was written down: an event of the same nights is this stay. */
  is_written_down: z.boolean().optional(),
})

/** A reading, and what was known before it. Long lists are JSON, as the database has them. */
export interface Settlement extends Omit<Told, 'sources' | 'told'> {
  reading: Pick<Reading, 'taken' | 'skipped'>
  taken: string
  skipped: string[]
  told: string
  sources: string
  /** True if nothing is known of the calendar at its address yet. */
  is_first: boolean
  may_confirm: boolean
}

export interface Settled {
  /** The events to keep, as JSON. */
  taken: string
  isDoubted: boolean
  departures: Departures
  clashes: ({ other_feed_id: number } & Clash)[]
}

/** Compares a reading with what was known. */
export function settle({ reading, is_first, may_confirm, ...before }: Settlement): Settled {
  const { exported_at, now, from } = before
  const known = z.array(storedNights).parse(JSON.parse(before.taken))
  const sources = z.array(source).parse(JSON.parse(before.sources))
  const kept = keepNights({ taken: known, skipped: before.skipped }, reading, from)
  const doubted = is_first ? { taken: kept, isDoubted: false } : doubtNights(known, kept, from, may_confirm)
  const traced = traceEchoes(doubted.taken, known, {
    sources: sources satisfies Source[],
    told: z.array(told).parse(JSON.parse(before.told)),
    exported_at,
    now,
    from,
  })
  const taken = datedNights(known, traced, exported_at, from)
  const rangeOf = rangesFrom(from)
  const stays = new Set(sources.filter((nights) => nights.is_written_down).map(rangeOf))
  const isOpen = (nights: Nights) => !stays.has(rangeOf(nights))
  const own = taken.filter((nights) => !nights.is_echo && isOpen(nights))
  const others = Map.groupBy(
    sources.map(({ since, ...nights }) => ({ ...nights, seen_at: since }) satisfies Sold),
    ({ feed_id }) => feed_id,
  )
  const clashes = [...others].flatMap(([other_feed_id, events]) =>
    other_feed_id === undefined
      ? []
      : findClashes(own, events.filter(isOpen), from).map((clash) => ({ other_feed_id, ...clash })),
  )
  return {
    taken: JSON.stringify(taken),
    isDoubted: doubted.isDoubted,
    departures: compareDepartures(known, taken, from),
    clashes,
  }
}

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
