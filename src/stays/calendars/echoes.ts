import { dayNumber } from '../../platform/lib/days.ts'

/**
 * Tells the nights that a platform has sold from those that it only repeats (docs/design/channels.md, "Two platforms"). Pure.
 *
 *          it had been told all nights, or an older event has them
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

interface Told {
  sources: Source[]
  /** The nights of the last calendars that the platform has read. */
  told: Nights[]
  /** When it has read the last one; null: never. */
  exported_at: string | null
  now: string
  /** Nights before this day do not count. */
  from: string
}

/** Nights that a calendar is read for, and a margin. */
const MAX_NIGHTS = 1_500

/** Nights as numbers from 0 for the day `from`, within the nights that a calendar is read for. */
export function nightsFrom(from: string) {
  const first = dayNumber(from)
  const clip = (day: string) => Math.min(Math.max(dayNumber(day) - first, 0), MAX_NIGHTS)
  return ({ start_date, end_date }: Nights) => ({
    begin: clip(start_date),
    end: Math.min(clip(end_date) + 1, MAX_NIGHTS),
  })
}

/** The events of a reading with their states. @param previous the events of the reading before. */
export function traceEchoes<T extends Traced>(events: T[], previous: Traced[], { sources, told, ...known }: Told): T[] {
  const { exported_at, now, from } = known
  const begin = (day: string) => (day > from ? day : from)
  const rangeOf = ({ start_date, end_date }: Nights) => `${begin(start_date)} ${end_date}`
  const before = new Map(previous.map((event) => [rangeOf(event), event]))
  const readAt = exported_at === null ? Number.NEGATIVE_INFINITY : Date.parse(exported_at)
  const numbers = nightsFrom(from)
  /** The earliest moment at which something else had a night, or at which it counts as told. */
  const earliest = (ranges: Nights[], sinceOf: (index: number) => number) => {
    const moments = new Float64Array(MAX_NIGHTS).fill(Number.POSITIVE_INFINITY)
    for (const [index, range] of ranges.entries()) {
      const { begin: first, end } = numbers(range)
      const since = sinceOf(index)
      for (let night = first; night < end; night++) moments[night] = Math.min(moments[night] ?? since, since)
    }
    return moments
  }
  const soldSince = earliest(sources, (index) => Date.parse(sources[index]?.since ?? ''))
  const toldSince = earliest(told, () => Number.NEGATIVE_INFINITY)
  /** True if each night of an event was had before a moment, by one of these. */
  const covers = (event: Nights, before: number, ...all: Float64Array[]) => {
    const { begin: first, end } = numbers(event)
    for (let night = first; night < end; night++)
      if (!all.some((moments) => (moments[night] ?? before) < before)) return false
    return true
  }
  return events.map((event) => {
    const last = before.get(rangeOf(event))
    const isKnown = last?.uid === event.uid
    const { is_echo: _, ...plain } = event
    const seen_at = (isKnown ? last.seen_at : undefined) ?? now
    const traced = { ...plain, seen_at } as T
    const isEcho = last?.is_echo
      ? covers(event, Number.POSITIVE_INFINITY, toldSince, soldSince)
      : isKnown
        ? covers(event, Math.min(Date.parse(seen_at), readAt), soldSince)
        : covers(event, Number.POSITIVE_INFINITY, toldSince)
    return isEcho ? { ...traced, is_echo: true } : traced
  })
}
