import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { addDays } from '../../platform/lib/days.ts'
import { oneLine } from '../../platform/lib/text.ts'
import {
  forwarded,
  isBlock,
  isEndless,
  isFree,
  type Line,
  NotACalendar,
  type RawEvent,
  readEvent,
  type SoundEvent,
  takeApart,
  uidOf,
  writeEvent,
} from './ical-lines.ts'

/** Writes and reads iCalendar (RFC 5545). Pure. */

/** The nights of an event; both dates are inclusive, as everywhere in calendars. */
export interface TakenNights {
  uid: string
  start_date: string
  end_date: string
  /** The platform names it as closed days that nobody has booked. */
  is_block?: boolean
}

export interface CalendarEvent extends TakenNights {
  summary: string
  /** ISO 8601 UTC. */
  changed_at: string
  /** How often it has changed. */
  changes: number
}

/** Different ranges of nights that one calendar may have. */
const MAX_RANGES = 10_000
/** How many different unreadable events are kept. */
const MAX_SKIPPED = 1_000
/** Steps that all rules of a calendar are followed together. */
const MAX_STEPS = 200_000

/** Writes a calendar of whole days, with names and summaries as one line each. The end of an event is the day after its last night, as RFC 5545 requires. */
export function writeCalendar(name: string, events: CalendarEvent[]): string {
  const calendar = new ICAL.Component('vcalendar')
  for (const [property, value] of [
    ['version', '2.0'],
    ['prodid', '-//Sejour//Calendar//EN'],
    ['calscale', 'GREGORIAN'],
    ['method', 'PUBLISH'],
    ['x-published-ttl', 'PT30M'],
  ] as const) {
    calendar.addPropertyWithValue(property, value)
  }
  // A property that RFC 5545 does not know is escaped only with a type.
  calendar.addProperty(new ICAL.Property(['x-wr-calname', {}, 'text', oneLine(name)]))
  calendar.addProperty(ICAL.Property.fromString('REFRESH-INTERVAL;VALUE=DURATION:PT30M'))
  for (const { uid, summary, start_date, end_date, changed_at, changes } of events) {
    const event = new ICAL.Component('vevent')
    event.addPropertyWithValue('uid', uid)
    event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(changed_at), true))
    event.addPropertyWithValue('sequence', changes)
    event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(start_date))
    event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(addDays(end_date, 1)))
    event.addPropertyWithValue('summary', oneLine(summary))
    event.addPropertyWithValue('transp', 'OPAQUE')
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}

export interface ReadOptions {
  /** The IANA time zone of the home, in which times of day are converted to days. */
  timezone: string
  /** Nights before `from` and from `until` on are left out. */
  from: string
  until: string
  /** Events whose UID has this suffix are skipped. */
  ownUids?: string
}

/** Contents of a calendar. */
export interface Reading {
  /** In the order of the file, with recurring events expanded; of those with equal nights the first. */
  taken: TakenNights[]
  /** Events of which something cannot be read; `key` tells them apart. */
  skipped: { uid: string; key: string }[]
}

/** The calendar has more events than are read. */
export class TooManyEvents extends Error {}

/**
 * Reads a calendar, or several in one text. Cancelled and transparent events take no nights. Of an event that cannot be read whole, what is clear is taken, and it is among those that were skipped.
 * @throws NotACalendar, TooManyEvents
 */
export function readCalendar(text: string, options: ReadOptions): Reading {
  const { from, until, ownUids } = options
  const { events, timezones } = takeApart(text)
  const calendar = new ICAL.Component('vcalendar')
  for (const zone of timezones) addZone(calendar, zone)
  const taken = new Map<string, TakenNights>()
  const skipped = new Map<string, { uid: string; key: string }>()
  const skip = ({ lines }: RawEvent) => {
    const uid = uidOf(lines)
    const key = createHash('sha256')
      .update(uid === '' ? writeEvent(lines) : uid)
      .digest('base64url')
      .slice(0, 16)
    skipped.set(key, { uid, key })
    if (skipped.size > MAX_SKIPPED) throw new NotACalendar(`more than ${MAX_SKIPPED} events cannot be read`)
  }
  const sound: [RawEvent, SoundEvent][] = []
  for (const raw of events) {
    if (ownUids !== undefined && uidOf(raw.lines).endsWith(ownUids)) continue
    const event = readEvent(raw)
    if (!event || event.isDamaged) skip(raw)
    if (event) sound.push([raw, event])
  }
  const masters = new Set(sound.filter(([, { isException }]) => !isException).map(([, { uid }]) => uid))
  const exceptions = new Map<string, ICAL.Component[]>()
  for (const [raw, event] of sound) {
    if (!event.isException || !masters.has(event.uid)) continue
    const component = componentOf(calendar, event.lines)
    if (component) exceptions.set(event.uid, [...(exceptions.get(event.uid) ?? []), component])
    else skip(raw)
  }
  // sv-SE formats as YYYY-MM-DD. Created once per calendar, because construction is slow.
  const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: options.timezone })
  const budget = { steps: MAX_STEPS }
  const take = (uid: string, lines: Line[], first: string, last: string) => {
    const start_date = later(first, from)
    const end_date = earlier(last, addDays(until, -1))
    const range = `${start_date} ${end_date}`
    if (start_date > end_date || taken.has(range)) return
    taken.set(range, { uid, start_date, end_date, ...(isBlock(lines) ? { is_block: true } : {}) })
    if (taken.size > MAX_RANGES) throw new TooManyEvents(`more than ${MAX_RANGES} events`)
  }
  for (const [raw, event] of sound) {
    const { uid, lines, isException, isRecurring } = event
    if (isException && masters.has(uid)) continue
    if (!isRecurring && (isFree(lines) || isOver(event, from))) continue
    const nightsOf = (read: Line[]) => {
      const component = isEndless(read) ? undefined : componentOf(calendar, read)
      if (!component) return undefined
      try {
        const item = new ICAL.Event(component, { exceptions: exceptions.get(uid) ?? [] })
        return [...occurrences(item, options, budget)].map((found) => nightsIn(found, event, localDay))
      } catch {
        return undefined
      }
    }
    const series = isRecurring ? nightsOf(forwarded(event, from)) : undefined
    const nights = series ?? nightsOf(withoutRules(lines))
    if (!nights || (isRecurring && !series)) skip(raw)
    for (const found of nights ?? []) if (found) take(uid, found.lines, found.first, found.last)
  }
  return { taken: [...taken.values()], skipped: [...skipped.values()] }
}

const RULES = new Set(['RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID'])
const withoutRules = (lines: Line[]): Line[] => lines.filter(({ name }) => !RULES.has(name))

/** An event that is over needs no parser. Times in another zone are a day away at most. */
function isOver({ start, end, lines }: SoundEvent, from: string): boolean {
  return !lines.some(({ name }) => name === 'DURATION') && addDays((end ?? start).day, 2) < from
}

/** A definition that cannot be read leaves its times to the zone of the home. */
function addZone(calendar: ICAL.Component, text: string): void {
  try {
    calendar.addSubcomponent(new ICAL.Component(ICAL.parse(text)))
  } catch {
    // Passed over.
  }
}

/** undefined: ical.js cannot read it. */
function componentOf(calendar: ICAL.Component, lines: Line[]): ICAL.Component | undefined {
  try {
    const component = new ICAL.Component(ICAL.parse(writeEvent(lines)))
    calendar.addSubcomponent(component)
    return component
  } catch {
    return undefined
  }
}

interface Occurrence {
  item: ICAL.Event
  start: ICAL.Time
  end: ICAL.Time
}

/** The nights of an occurrence, both inclusive; undefined when it takes none. */
function nightsIn({ item, start, end }: Occurrence, event: SoundEvent, localDay: Intl.DateTimeFormat) {
  const lines = ['STATUS', 'TRANSP', 'SUMMARY'].map((name) => ({
    name,
    params: '',
    value: String(item.component.getFirstPropertyValue(name.toLowerCase()) ?? ''),
  }))
  if (isFree(lines)) return undefined
  const first = dayOf(start, localDay)
  const isOneDay = (start.isDate && end.compare(start) <= 0) || event.lacksEnd
  return { lines, first, last: addDays(isOneDay ? addDays(first, 1) : dayOf(end, localDay), -1) }
}

/** A single event, or the occurrences of a recurring one within the range of the options. */
function* occurrences(
  event: ICAL.Event,
  { from, until }: ReadOptions,
  budget: { steps: number },
): Generator<Occurrence> {
  if (!event.isRecurring()) return yield { item: event, start: event.startDate, end: event.endDate }
  const iterator = event.iterator()
  for (let next = iterator.next(); next; next = iterator.next()) {
    if (budget.steps-- <= 0) throw new Error(`rules of more than ${MAX_STEPS} steps`)
    if (next.toString().slice(0, 10) > until) break
    const { item, startDate: start, endDate: end } = event.getOccurrenceDetails(next)
    if (end.toString().slice(0, 10) >= from) yield { item, start, end }
  }
}

/** The day of a time in the time zone of the home; a time without a zone is local there. */
function dayOf(time: ICAL.Time, localDay: Intl.DateTimeFormat): string {
  if (time.isDate || time.zone === ICAL.Timezone.localTimezone) return time.toString().slice(0, 10)
  return localDay.format(time.toJSDate())
}

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)
