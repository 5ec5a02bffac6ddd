import { createHash } from 'node:crypto'
import { addDays } from '../../platform/lib/days.ts'
import { isBlock } from './block-words.ts'
import type { TakenNights } from './ical.ts'
import {
  DAY_MS,
  type FEED_PROBLEMS,
  freedBy,
  type Line,
  type Moment,
  NotACalendar,
  type RawEvent,
  readEvent,
  readMoment,
  type SoundEvent,
  takeApart,
  textOf,
  uidOf,
} from './ical-lines.ts'
import { type Clock, expand, RefusedRule } from './rules.ts'
import { type Zone, zoneNamed, zonesOf } from './zones.ts'

/** Reads iCalendar (RFC 5545): which nights the events of a calendar take at a home (docs/design/channels.md, "Import"). Pure. */

/** Different ranges of nights that one calendar may have. */
const MAX_RANGES = 10_000
/** Most different unreadable events that are kept. */
const MAX_SKIPPED = 1_000
/** Most problems that are shown. */
const MAX_PROBLEMS = 20
/** A rule that is not expanded closes so many days, if it has no end. */
const REFUSED_DAYS = 365

export interface ReadOptions {
  /** The IANA time zone of the home, in which times of day are converted to days. */
  timezone: string
  /** Nights before `from` and from `until` on are left out. */
  from: string
  until: string
  /** Events whose UID has this suffix are skipped. */
  ownUids?: string
  /** Leaves out days that the platform names as closed by hand. */
  ignoreBlocks?: boolean
  /** The end of an event of whole days is its last night, and not the day of departure. */
  endsOnLastNight?: boolean
}

interface Problem {
  /** The line on which the event begins, from 1. */
  line: number
  problem: (typeof FEED_PROBLEMS)[number]
}

/** Contents of a calendar. */
export interface Reading {
  /** In the order of the file, with recurring events expanded; of those with equal nights the first. */
  taken: TakenNights[]
  /** Events of which something cannot be read; `key` tells them apart. */
  skipped: { uid: string; key: string }[]
  /** The first problems, at most one an event. */
  problems: Problem[]
  /** Events that close nothing, by reason. */
  left_out: { free: number; cancelled: number; past: number; blocks: number }
}

/** The calendar has more events than are read. */
export class TooManyEvents extends Error {}

/** An occurrence on the clock of its event; the end is exclusive. */
interface Occurrence {
  start: Clock
  end: Clock
  lines: Line[]
}

interface Nights {
  first: string
  last: string
}

const UTC: Zone = { toUtc: (clock) => clock, toClock: (utc) => utc }
const dayOf = (clock: Clock): string => new Date(clock).toISOString().slice(0, 10)
const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)
/** The last minute of a day is its end. */
const LAST_MINUTE_MS = DAY_MS - 60_000

/**
 * Reads a calendar, or several in one text. Cancelled and transparent events take no nights. Of an event that cannot be read whole, what is clear is taken, and it is among those that were skipped.
 * @throws NotACalendar, TooManyEvents
 */
export function readCalendar(text: string, options: ReadOptions): Reading {
  const { from, until, ownUids } = options
  const raws = takeApart(text)
  const home = zoneNamed(options.timezone)
  const zoneOf = zonesOf(raws.timezones, home)
  const timesOf = timesIn(options.endsOnLastNight ?? false, home, (tzid) =>
    tzid === '' ? home : tzid === 'UTC' ? UTC : zoneOf(tzid),
  )

  const taken = new Map<string, TakenNights>()
  const skipped = new Map<string, { uid: string; key: string }>()
  const problems = new Map<number, Problem>()
  const left_out = { free: 0, cancelled: 0, past: 0, blocks: 0 }
  const skip = ({ lines, number }: Pick<RawEvent, 'lines' | 'number'>, problem: Problem['problem']) => {
    const uid = uidOf(lines)
    const identity = uid === '' ? JSON.stringify(lines) : uid
    const key = createHash('sha256').update(identity).digest('base64url').slice(0, 16)
    skipped.set(key, { uid, key })
    if (problems.size < MAX_PROBLEMS && !problems.has(number)) problems.set(number, { line: number, problem })
    if (skipped.size > MAX_SKIPPED) throw new NotACalendar(`more than ${MAX_SKIPPED} events cannot be read`)
  }
  const take = (uid: string, lines: Line[], { first, last }: Nights) => {
    const start_date = later(first, from)
    const end_date = earlier(last, addDays(until, -1))
    const range = `${start_date} ${end_date}`
    if (start_date > end_date || taken.has(range)) return
    const block = isBlock(textOf(lines, 'SUMMARY'))
    if (block && options.ignoreBlocks) left_out.blocks++
    else taken.set(range, { uid, start_date, end_date, ...(block ? { is_block: true } : {}) })
    if (taken.size > MAX_RANGES) throw new TooManyEvents(`more than ${MAX_RANGES} events`)
  }

  const events: SoundEvent[] = []
  for (const raw of raws.events) {
    if (ownUids !== undefined && uidOf(raw.lines).endsWith(ownUids)) continue
    const event = readEvent(raw)
    if (!event || event.isDamaged) skip(raw, 'unreadable')
    if (event) events.push(event)
  }
  const replacements = Map.groupBy(
    events.filter(({ replaces }) => replaces),
    ({ uid }) => uid,
  )

  for (const event of events) {
    const { uid, lines } = event
    const isSeries = !event.replaces && (event.rules.length > 0 || event.dates.length > 0)
    const freed = freedBy(lines)
    if (freed) left_out[freed]++
    if (freed && !isSeries) continue
    const timed = timesOf(event)
    const own = timed.nightsOf({ ...timed.own, lines })
    if (!isSeries) {
      // An occurrence that was replaced is one by itself, wherever it was moved from.
      if (own) take(uid, lines, own)
      if (own && own.last < from) left_out.past++
      continue
    }
    const { occurrences, refused, isEmpty } = occurrencesOf(event, timed, replacements.get(uid) ?? [], options)
    for (const { reason, last } of refused) {
      skip(event, `rule_${reason}`)
      const first = later(own?.first ?? dayOf(timed.own.start), from)
      if (!freed) take(uid, lines, { first, last: last ?? addDays(first, REFUSED_DAYS) })
    }
    let gave = refused.length > 0
    for (const occurrence of occurrences) {
      if (freedBy(occurrence.lines)) continue
      const nights = timed.nightsOf(occurrence)
      gave ||= nights !== undefined
      if (nights) take(uid, occurrence.lines, nights)
    }
    if ((gave && !isEmpty) || freed || !own || own.last < from || own.first >= until) continue
    // Its rule ends before it begins, or every date is excluded: the first occurrence is never lost.
    skip(event, 'no_occurrence')
    take(uid, lines, own)
  }
  return { taken: [...taken.values()], skipped: [...skipped.values()], problems: [...problems.values()], left_out }
}

/** The times of an event on its own clock. */
interface Times {
  isDay: boolean
  /** Its own occurrence, the first of a series. */
  own: { start: Clock; end: Clock }
  /** A moment of another zone, on this clock. */
  clockOf(moment: Moment): Clock
  /** Names of an occurrence: its day, and with a time of day its instant too. */
  keysOf(clock: Clock): string[]
  /** The name of a moment: a day, or an instant. */
  keyOf(moment: Moment): string
  /** The nights of an occurrence; undefined when it takes none. */
  nightsOf(occurrence: Occurrence): Nights | undefined
}

/** Makes the reader of times. @param zoneOf the zone of a TZID. */
function timesIn(endsOnLastNight: boolean, home: Zone, zoneOf: (tzid: string) => Zone) {
  const homeDay = ({ clock, isDay, tzid }: Moment): string =>
    dayOf(isDay || zoneOf(tzid) === home ? clock : home.toClock(zoneOf(tzid).toUtc(clock)))
  const isMidnightUtc = ({ clock, isDay, tzid }: Moment): boolean => !isDay && tzid === 'UTC' && clock % DAY_MS === 0
  /** The day that a moment names in a series of days: midnight in UTC is a way to write a day. */
  const namedDay = (moment: Moment): string => (isMidnightUtc(moment) ? dayOf(moment.clock) : homeDay(moment))

  return ({ start, end, length, lacksEnd }: SoundEvent): Times => {
    const writesDays =
      isMidnightUtc(start) &&
      (end
        ? isMidnightUtc(end) && end.clock > start.clock
        : length !== undefined && length > 0 && length % DAY_MS === 0)
    const isDay = start.isDay || writesDays
    const zone = isDay ? UTC : zoneOf(start.tzid)
    const clockOf = (moment: Moment): Clock => {
      if (isDay) return Date.parse(namedDay(moment))
      if (moment.isDay) return zone === home ? moment.clock : zone.toClock(home.toUtc(moment.clock))
      return moment.tzid === start.tzid ? moment.clock : zone.toClock(zoneOf(moment.tzid).toUtc(moment.clock))
    }
    const begin = start.clock
    const lasting = length ?? (isDay ? DAY_MS : 0)
    const local = (clock: Clock): Clock => (isDay || zone === home ? clock : home.toClock(zone.toUtc(clock)))
    return {
      isDay,
      own: { start: begin, end: end ? clockOf(end) + (endsOnLastNight && isDay ? DAY_MS : 0) : begin + lasting },
      clockOf,
      keysOf: (clock) => (isDay ? [dayOf(clock)] : [dayOf(clock), String(zone.toUtc(clock))]),
      keyOf: (moment) =>
        isDay ? namedDay(moment) : moment.isDay ? dayOf(moment.clock) : String(zoneOf(moment.tzid).toUtc(moment.clock)),
      nightsOf(occurrence) {
        const first = dayOf(local(occurrence.start))
        const close = local(occurrence.end)
        const isReversed = occurrence.end < occurrence.start
        if (lacksEnd || isReversed) return { first, last: first }
        const over = close % DAY_MS >= LAST_MINUTE_MS ? dayOf(close + 60_000) : dayOf(close)
        const last = addDays(over, -1)
        if (last >= first) return { first, last }
        return isDay ? { first, last: first } : undefined
      },
    }
  }
}

interface Expansion {
  occurrences: Occurrence[]
  /** Rules that are not expanded, with the last day on which each can occur. */
  refused: { reason: RefusedRule['reason']; last: string | undefined }[]
  /** Its rules have no day. */
  isEmpty: boolean
}

/** The occurrences of a series around the range of the options, without those that other events replace. */
function occurrencesOf(
  event: SoundEvent,
  times: Times,
  replacements: SoundEvent[],
  { from, until }: ReadOptions,
): Expansion {
  const { own } = times
  const lasting = own.end - own.start
  const begin = Date.parse(from) - Math.max(lasting, 0) - 2 * DAY_MS
  const end = Date.parse(until) + DAY_MS
  const refused: Expansion['refused'] = []
  const found = new Map<Clock, Clock>()
  for (const rule of event.rules) {
    const stated = /(?:^|;)\s*UNTIL\s*=([^;]*)/i.exec(rule)?.[1]?.trim()
    const moment = stated === undefined ? undefined : readMoment(stated)
    // A day without a time lasts until its end.
    const limit = moment && times.clockOf(moment) + (moment.isDay && !times.isDay ? DAY_MS - 1_000 : 0)
    try {
      if (stated !== undefined && limit === undefined) throw new RefusedRule('unreadable')
      for (const start of expand({ start: own.start, rule, until: limit }, begin, end))
        found.set(start, start + lasting)
    } catch (error) {
      if (!(error instanceof RefusedRule)) throw error
      refused.push({
        reason: error.reason,
        last: limit === undefined ? undefined : dayOf(limit + Math.max(lasting, 0)),
      })
    }
  }
  const isEmpty = event.rules.length > 0 && refused.length === 0 && found.size === 0
  // The first occurrence is always part of its series. RFC 5545 (3.8.5.3) leaves open what happens if its rule lacks it.
  found.set(own.start, own.end)
  for (const { moment, end: last, length } of event.dates) {
    const start = times.clockOf(moment)
    found.set(start, last ? times.clockOf(last) : start + (length ?? lasting))
  }
  const gone = new Set(event.excluded.map(times.keyOf))
  const changes: { from: Clock; by: SoundEvent }[] = []
  for (const by of replacements) {
    if (!by.replaces) continue
    gone.add(times.keyOf(by.replaces.moment))
    if (by.replaces.isFuture) changes.push({ from: times.clockOf(by.replaces.moment), by })
  }
  changes.sort((a, b) => b.from - a.from)
  const occurrences: Occurrence[] = []
  for (const [start, close] of found) {
    if (times.keysOf(start).some((key) => gone.has(key))) continue
    const change = changes.find((one) => one.from < start)
    if (!change) occurrences.push({ start, end: close, lines: event.lines })
    else {
      const moved = start - change.from + times.clockOf(change.by.start)
      const { end: stated, length, start: begun } = change.by
      const changed = stated ? times.clockOf(stated) - times.clockOf(begun) : (length ?? lasting)
      occurrences.push({ start: moved, end: moved + changed, lines: change.by.lines })
    }
  }
  return { occurrences: occurrences.sort((a, b) => a.start - b.start), refused, isEmpty }
}
