import ICAL from 'ical.js'
import { addDays, isExistingDay } from '../lib/days.ts'
import { oneLine } from '../lib/text.ts'

/** Writes and reads iCalendar (RFC 5545). Pure. */

/** The nights of an event; both dates are inclusive, as everywhere in calendars. */
export interface TakenNights {
  uid: string
  start_date: string
  end_date: string
}

export interface CalendarEvent extends TakenNights {
  summary: string
  /** ISO 8601 UTC. */
  changed_at: string
}

const MAX_UID = 1_000
const MAX_SPANS = 2_000
const MAX_OCCURRENCES = 1_000

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
  for (const { uid, summary, start_date, end_date, changed_at } of events) {
    const event = new ICAL.Component('vevent')
    event.addPropertyWithValue('uid', uid)
    event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(changed_at), true))
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
}

/**
 * The taken nights of a calendar, in the order of the file, with recurring events expanded. Cancelled and transparent
 * events, events that begin on a day that does not exist, and events that end on the day they begin, take no nights.
 * @throws Error when the text is not a calendar, or has more than two thousand ranges.
 */
export function readCalendar(text: string, options: ReadOptions): TakenNights[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  if (calendar.name !== 'vcalendar') throw new Error('not a calendar')
  const components = calendar.getAllSubcomponents('vevent').filter(beginsOnADay)
  const exceptions = Map.groupBy(
    components.filter((component) => component.hasProperty('recurrence-id')),
    uidOf,
  )
  // sv-SE formats as YYYY-MM-DD. Created once per calendar, because construction is slow.
  const localDay = new Intl.DateTimeFormat('sv-SE', { timeZone: options.timezone })
  const spans: TakenNights[] = []
  for (const component of components) {
    if (component.hasProperty('recurrence-id') || !component.hasProperty('dtstart')) continue
    const uid = uidOf(component)
    const event = new ICAL.Event(component, { exceptions: exceptions.get(uid) ?? [] })
    for (const { item, start, end } of occurrences(event, options)) {
      if (isFree(item.component)) continue
      const first = dayOf(start, localDay)
      const last = addDays(start.isDate && end.compare(start) <= 0 ? addDays(first, 1) : dayOf(end, localDay), -1)
      const span = { uid, start_date: later(first, options.from), end_date: earlier(last, addDays(options.until, -1)) }
      if (span.start_date <= span.end_date) spans.push(span)
      if (spans.length > MAX_SPANS) throw new Error('too many events')
    }
  }
  return spans
}

interface Occurrence {
  item: ICAL.Event
  start: ICAL.Time
  end: ICAL.Time
}

/** A single event, or the occurrences of a recurring one within the range of the options. */
function occurrences(event: ICAL.Event, { from, until }: ReadOptions): Occurrence[] {
  if (!event.isRecurring()) return [{ item: event, start: event.startDate, end: event.endDate }]
  const found: Occurrence[] = []
  const iterator = event.iterator()
  for (let next = iterator.next(); next && found.length < MAX_OCCURRENCES; next = iterator.next()) {
    if (next.toString().slice(0, 10) > until) break
    const { item, startDate: start, endDate: end } = event.getOccurrenceDetails(next)
    if (end.toString().slice(0, 10) >= from) found.push({ item, start, end })
  }
  return found
}

/** ical.js reads 30 February as 2 March, and would close nights that nobody has named; what is no date at all it refuses. */
function beginsOnADay(component: ICAL.Component): boolean {
  const value: unknown = component.getFirstProperty('dtstart')?.jCal[3]
  const day = /^\d{4}-\d\d-\d\d/.exec(String(value))?.[0]
  return day === undefined || isExistingDay(day)
}

/** The UID of an event, made storable: of limited length, well-formed, without NUL. */
const uidOf = (component: ICAL.Component): string =>
  String(component.getFirstPropertyValue('uid') ?? '')
    .replaceAll('\0', '')
    .slice(0, MAX_UID)
    .toWellFormed()

const isFree = (component: ICAL.Component): boolean =>
  component.getFirstPropertyValue('status') === 'CANCELLED' ||
  component.getFirstPropertyValue('transp') === 'TRANSPARENT'

/** The day of a time in the time zone of the home; a time without a zone is local there. */
function dayOf(time: ICAL.Time, localDay: Intl.DateTimeFormat): string {
  if (time.isDate || time.zone === ICAL.Timezone.localTimezone) return time.toString().slice(0, 10)
  return localDay.format(time.toJSDate())
}

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)
