import ICAL from 'ical.js'
import { addDays } from '../../platform/lib/days.ts'
import { oneLine } from '../../platform/lib/text.ts'

/** Writes iCalendar (RFC 5545). Pure. */

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
  /** Number of its changes. */
  changes: number
}

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
