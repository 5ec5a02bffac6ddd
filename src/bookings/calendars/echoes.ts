import { dayNumber } from '../../platform/lib/days.ts'

/**
 * Tells the nights that a platform has sold from those that it only repeats (docs/design/channels.md, "Two platforms"). Pure.
 *
 *          it had been told these ranges, or an older event has them
 *   sold  ---------------------------------------------------------->  echo
 *         <----------------------------------------------------------
 *          it was not told them in its last three readings, nobody else has them, and it still does
 *
 * Both close a home. Only sold nights are told to other platforms, so that two of them cannot keep a night closed for each other.
 */

/** A range of nights; both dates are inclusive. */
export interface Nights {
  start_date: string
  end_date: string
}

/** Nights of an event with what is known of them. */
export interface Traced extends Nights {
  uid: string
  /** When the event came up, in ISO 8601 UTC. */
  seen_at?: string
  is_echo?: boolean
}

/** Nights that stays, closures and other platforms have sold, and since when. */
export interface Source extends Nights {
  since: string
}

export interface Told {
  sources: Source[]
  /** The nights of the last calendars that the platform has read. */
  told: Nights[]
  /** When the platform last read one; null: never. */
  exported_at: string | null
  now: string
  /** Nights before this day do not count. */
  from: string
}

/** Nights that a calendar is read for, and a margin. */
const MAX_NIGHTS = 1_500

/** Numbers nights from 0, for the day `from`, within the nights that a calendar is read for. */
export function nightsFrom(from: string) {
  const first = dayNumber(from)
  const clip = (day: string) => Math.min(Math.max(dayNumber(day) - first, 0), MAX_NIGHTS)
  return ({ start_date, end_date }: Nights) => ({
    begin: clip(start_date),
    end: Math.min(clip(end_date) + 1, MAX_NIGHTS),
  })
}

/** Names nights, independent of the UID of their event, which can change every day. Nights before `from` do not count. */
export const rangesFrom =
  (from: string) =>
  ({ start_date, end_date }: Nights): string =>
    `${start_date > from ? start_date : from} ${end_date}`

/** Marks the events of a reading as sold or echoes. @param previous the events of the reading before. */
export function traceEchoes<T extends Traced>(events: T[], previous: Traced[], { sources, told, ...known }: Told): T[] {
  const { exported_at, now, from } = known
  const rangeOf = rangesFrom(from)
  const before = new Map(previous.map((event) => [rangeOf(event), event]))
  const readAt = exported_at === null ? Number.NEGATIVE_INFINITY : Date.parse(exported_at)
  const numbers = nightsFrom(from)
  const wasTold = endsOf(told.map((nights) => ({ ...numbers(nights), since: Number.NEGATIVE_INFINITY })))
  const sold = endsOf(sources.map(({ since, ...nights }) => ({ ...numbers(nights), since: Date.parse(since) })))
  return events.map((event) => {
    const last = before.get(rangeOf(event))
    const isKnown = last?.uid === event.uid
    const { is_echo: _, ...plain } = event
    const seen_at = (isKnown ? last.seen_at : undefined) ?? now
    const traced = { ...plain, seen_at } as T
    const nights = numbers(event)
    const isEcho = last?.is_echo
      ? isJoined(nights, Number.POSITIVE_INFINITY, wasTold, sold)
      : isKnown
        ? isJoined(nights, Math.min(Date.parse(seen_at), readAt), sold)
        : isJoined(nights, Number.POSITIVE_INFINITY, wasTold)
    return isEcho ? { ...traced, is_echo: true } : traced
  })
}

interface Numbered {
  begin: number
  end: number
}

/** The ends of ranges by their begin, each with the earliest moment of such a range. */
type Ends = Map<number, Map<number, number>>

function endsOf(ranges: (Numbered & { since: number })[]): Ends {
  const ends: Ends = new Map()
  for (const { begin, end, since } of ranges) {
    const there = ends.get(begin) ?? new Map<number, number>()
    ends.set(begin, there)
    there.set(end, Math.min(there.get(end) ?? since, since))
  }
  return ends
}

/** True if nights are a range from before `limit`, or several that a platform has joined. A part of a range is another stay. */
function isJoined({ begin, end }: Numbered, limit: number, ...known: Ends[]): boolean {
  let reached = begin
  for (let night = begin; night <= reached && reached < end; night++)
    for (const ends of known)
      for (const [next, since] of ends.get(night) ?? [])
        if (since < limit && next <= end && next > reached) reached = next
  return reached === end
}
