import { addDays, daysOf } from '../../platform/lib/days.ts'

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

/** The events of a reading with their states. @param previous the events of the reading before. */
export function traceEchoes<T extends Traced>(events: T[], previous: Traced[], { sources, told, ...known }: Told): T[] {
  const { exported_at, now, from } = known
  const begin = (day: string) => (day > from ? day : from)
  const rangeOf = ({ start_date, end_date }: Nights) => `${begin(start_date)} ${end_date}`
  const before = new Map(previous.map((event) => [rangeOf(event), event]))
  const readAt = exported_at === null ? Number.NEGATIVE_INFINITY : Date.parse(exported_at)
  const covers = (ranges: Nights[], { start_date, end_date }: Nights) =>
    daysOf(begin(start_date), addDays(end_date, 1)).every((night) =>
      ranges.some((range) => range.start_date <= night && night <= range.end_date),
    )
  return events.map((event) => {
    const last = before.get(rangeOf(event))
    const isKnown = last?.uid === event.uid
    const { is_echo: _, ...plain } = event
    const seen_at = (isKnown ? last.seen_at : undefined) ?? now
    const traced = { ...plain, seen_at } as T
    const isOlder = ({ since }: Source) => Date.parse(since) < Math.min(Date.parse(seen_at), readAt)
    const isEcho = last?.is_echo
      ? covers([...told, ...sources], event)
      : covers(isKnown ? sources.filter(isOlder) : told, event)
    return isEcho ? { ...traced, is_echo: true } : traced
  })
}
