import ICAL from 'ical.js'
import { holdsNights } from '../../bookings/states/states.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import { addressOf, type StayRow } from './view.ts'

const utc = (at: string) => ICAL.Time.fromJSDate(new Date(at), true)

const statusOf = (status: ReservationStatus): 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED' => {
  if (status === 'pending' || status === 'inquiry') return 'TENTATIVE'
  return holdsNights(status) ? 'CONFIRMED' : 'CANCELLED'
}

/**
 * The calendar file of a stay, from the hour of check-in to the hour of check-out (RFC 5545). It has no link: calendars are shared, and the
 * address of the home once the stay is confirmed. Pure.
 * @param host of the service, which makes the UID unique.
 */
export function stayCalendar(stay: StayRow, host: string): string {
  const event = new ICAL.Component('vevent')
  event.addPropertyWithValue('uid', `stay-${stay.id}@${host}`)
  event.addPropertyWithValue('dtstamp', utc(stay.updated_at))
  event.addPropertyWithValue('last-modified', utc(stay.updated_at))
  event.addPropertyWithValue('dtstart', utc(stay.begins_at))
  event.addPropertyWithValue('dtend', utc(stay.ends_at))
  event.addPropertyWithValue('summary', stay.title)
  event.addPropertyWithValue('location', [addressOf(stay), stay.city].filter(Boolean).join(', '))
  event.addPropertyWithValue('status', statusOf(stay.status))
  event.addPropertyWithValue('transp', 'TRANSPARENT')
  const calendar = new ICAL.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Sejour//Stay//EN')
  calendar.addSubcomponent(event)
  return `${calendar.toString()}\r\n`
}
