/** A stay or a closure of a home, from its first day to the day of departure. */
export interface Span {
  key: string
  isStay: boolean
  start: string
  end: string
  isOverbooked: boolean
}

/** A bar with its place: from the middle of its first day to the middle of the last one, in days from the left edge. */
export interface Bar<S extends Span = Span> {
  span: S
  lane: number
  left: number
  width: number
  /** It begins before the days shown, or ends after them. */
  isCutBefore: boolean
  isCutAfter: boolean
  /** Another one claims the same nights, here or at a channel. */
  isConflict: boolean
}

const DAY_MS = 86_400_000

/** Nights from one day to another. Pure. */
export const nightsBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** True if two spans have a night in common. Pure. */
const meet = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end

/** Spans by their beginning; those that a channel sold twice come second. Pure. */
const inOrder = (one: Span, other: Span): number =>
  one.start.localeCompare(other.start) ||
  Number(one.isOverbooked) - Number(other.isOverbooked) ||
  one.end.localeCompare(other.end) ||
  one.key.localeCompare(other.key)

/**
 * The bars of one home in the `count` days from `from`. Each takes the first lane that is free, so bars of a lane never overlap, and a
 * second lane appears only where nights are claimed twice. Spans outside the days have no bar. Pure.
 */
export function layOut<S extends Span>(spans: readonly S[], from: string, count: number): Bar<S>[] {
  const ends: string[] = []
  return [...spans].sort(inOrder).flatMap((span) => {
    const start = nightsBetween(from, span.start) + 0.5
    const end = nightsBetween(from, span.end) + 0.5
    if (end <= 0 || start >= count) return []
    const free = ends.findIndex((taken) => taken <= span.start)
    const lane = free < 0 ? ends.length : free
    ends[lane] = span.end
    const left = Math.max(0, start)
    return [
      {
        ...{ span, lane, left, width: Math.min(count, end) - left },
        isCutBefore: start < 0,
        isCutAfter: end > count,
        isConflict:
          span.isOverbooked ||
          spans.some((other) => other.key !== span.key && (span.isStay || other.isStay) && meet(span, other)),
      },
    ]
  })
}

/** The bars that have the night of a day, the first lane first. Pure. */
export const barsOfNight = <S extends Span>(bars: readonly Bar<S>[], day: string): Bar<S>[] =>
  bars.filter(({ span }) => span.start <= day && day < span.end).sort((one, other) => one.lane - other.lane)

/** Counts the lanes a home needs, at least one. Pure. */
export const lanesOf = (bars: readonly Bar[]): number => Math.max(1, ...bars.map(({ lane }) => lane + 1))

/** Something that the arrow keys reach: a bar, or a free day. `end` is the first day after it. */
export interface Target {
  key: string
  day: string
  end: string
}

/** The bars and free days of a home in the order of the arrow keys. Pure. */
export function targetsOf(
  bars: readonly Bar[],
  days: readonly string[],
  free: (day: string) => string | undefined,
): Target[] {
  const first = days[0] ?? ''
  const ofBars = bars.map(({ span, lane }) => ({
    ...{ key: span.key, day: span.start < first ? first : span.start, end: span.end, lane },
  }))
  const ofDays = days.flatMap((day) => {
    const key = barsOfNight(bars, day).length > 0 ? undefined : free(day)
    return key === undefined ? [] : [{ key, day, end: day, lane: -1 }]
  })
  return [...ofBars, ...ofDays].sort(
    (one, other) => one.day.localeCompare(other.day) || one.end.localeCompare(other.end) || one.lane - other.lane,
  )
}

/** The target of a day: the one that has it, else the next one, else the last. Pure. */
export const targetAt = (targets: readonly Target[], day: string): Target | undefined =>
  targets.find((one) => one.day === day || (one.day < day && day < one.end)) ??
  targets.find((one) => one.day > day) ??
  targets.at(-1)
