import ICAL from 'ical.js'
import { addDays } from '../lib/days.ts'

/** iCalendar (RFC 5545) in and out: the text of a calendar, and what a foreign one says is taken. Pure. */

/** Nights that an event takes; both dates are inclusive, as everywhere in calendars. */
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

/** A calendar of whole days: an event's end is the day after its last night, as RFC 5545 counts all-day events. */
export function writeCalendar(name: string, events: CalendarEvent[]): string {
  const calendar = new ICAL.Component('vcalendar')
  for (const [property, value] of [
    ['version', '2.0'],
    ['prodid', '-//Sejour//Calendar//EN'],
    ['calscale', 'GREGORIAN'],
    ['method', 'PUBLISH'],
    ['x-wr-calname', name],
    ['x-published-ttl', 'PT30M'],
  ] as const) {
    calendar.addPropertyWithValue(property, value)
  }
  calendar.addProperty(ICAL.Property.fromString('REFRESH-INTERVAL;VALUE=DURATION:PT30M'))
  for (const { uid, summary, start_date, end_date, changed_at } of events) {
    const event = new ICAL.Component('vevent')
    event.addPropertyWithValue('uid', uid)
    event.addPropertyWithValue('dtstamp', ICAL.Time.fromJSDate(new Date(changed_at), true))
    event.addPropertyWithValue('dtstart', ICAL.Time.fromDateString(start_date))
    event.addPropertyWithValue('dtend', ICAL.Time.fromDateString(addDays(end_date, 1)))
    event.addPropertyWithValue('summary', summary)
    event.addPropertyWithValue('transp', 'OPAQUE')
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}

export interface ReadOptions {
  /** IANA time zone that times of day are told in. */
  timezone: string
  /** Nights before `from` and from `until` on are left out. */
  from: string
  until: string
}

/**
 * The nights that a calendar says are taken, in the order of the file; recurring events are written out. Cancelled and
 * transparent events take none, nor does one that begins and ends on the same day.
 * @throws Error when the text is no calendar, or takes more than two thousand spans.
 */
export function readCalendar(text: string, options: ReadOptions): TakenNights[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  if (calendar.name !== 'vcalendar') throw new Error('not a calendar')
  const components = calendar.getAllSubcomponents('vevent')
  const exceptions = Map.groupBy(
    components.filter((component) => component.hasProperty('recurrence-id')),
    uidOf,
  )
  // Swedish writes days as ISO 8601 does. Made once a calendar: it is dear to make.
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

/** An event, or the occurrences of one that recurs, from the first that may still matter to the last that may. */
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

/** What an event is called, as a text that PostgreSQL stores: bounded, well-formed, without NUL. */
const uidOf = (component: ICAL.Component): string =>
  String(component.getFirstPropertyValue('uid') ?? '')
    .replaceAll('\0', '')
    .slice(0, MAX_UID)
    .toWellFormed()

const isFree = (component: ICAL.Component): boolean =>
  component.getFirstPropertyValue('status') === 'CANCELLED' ||
  component.getFirstPropertyValue('transp') === 'TRANSPARENT'

/** The day of a time where the home is; a time without a zone is the home's own. */
function dayOf(time: ICAL.Time, localDay: Intl.DateTimeFormat): string {
  if (time.isDate || time.zone === ICAL.Timezone.localTimezone) return time.toString().slice(0, 10)
  return localDay.format(time.toJSDate())
}

const later = (a: string, b: string): string => (a > b ? a : b)
const earlier = (a: string, b: string): string => (a < b ? a : b)
