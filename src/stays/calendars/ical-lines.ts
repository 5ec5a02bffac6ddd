import { addDays, isExistingDay, nightsBetween } from '../../platform/lib/days.ts'

/** Takes calendars apart that do not follow RFC 5545 in everything, and repairs what is clear. Pure. */

export interface Line {
  name: string
  /** With the semicolon before each. */
  params: string
  value: string
}

/** The lines of an event that matter here. */
export interface RawEvent {
  lines: Line[]
  /** Something of it could not be read: the rest stands. */
  isDamaged: boolean
}

export interface RawCalendar {
  events: RawEvent[]
  /** Definitions of time zones, as text. */
  timezones: string[]
}

const SINGLE = new Set(['UID', 'DTSTART', 'DTEND', 'DURATION', 'RECURRENCE-ID', 'STATUS', 'TRANSP', 'SUMMARY'])
const REPEATED = new Set(['RRULE', 'RDATE', 'EXDATE'])

const MARK = /\ufeff/g
const FOLD = /\n[ \t]/g
const LINE = /^([A-Za-z0-9-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/

/** Why a text cannot be read as a calendar. */
export class NotACalendar extends Error {}

/**
 * The events of a text with one calendar or several. Skips malformed lines, such as the rest of a line that was broken without
 * being folded.
 * @throws NotACalendar when it has no calendar, or ends within one: the events that are missing would be taken as cancelled.
 */
export function takeApart(text: string): RawCalendar {
  const lines = text.replace(MARK, '').replace(/\r\n?/g, '\n').replace(FOLD, '').split('\n')
  const open: string[] = []
  const events: RawEvent[] = []
  const timezones: string[] = []
  let event: RawEvent | undefined
  let zone: string[] | undefined
  let calendars = 0
  /** Ends the components within the one at this depth; an event among them has no end of its own. */
  const closeTo = (depth: number) => {
    if (event && open.lastIndexOf('VEVENT') >= depth) {
      event.isDamaged = true
      event = undefined
    }
    open.length = depth
  }
  for (const line of lines) {
    const match = LINE.exec(line.trimEnd())
    if (!match) continue
    const [, written = '', params = '', value = ''] = match
    const name = written.toUpperCase()
    zone?.push(line)
    if (name === 'BEGIN') {
      const component = value.trim().toUpperCase()
      if (component === 'VCALENDAR') calendars++
      if (open.length === 0 && component !== 'VCALENDAR') continue
      if (component === 'VEVENT') {
        const before = open.lastIndexOf('VEVENT')
        if (before >= 0) closeTo(before)
        event = { lines: [], isDamaged: false }
        events.push(event)
      }
      if (component === 'VTIMEZONE') zone = [line]
      open.push(component)
    } else if (name === 'END') {
      const component = value.trim().toUpperCase()
      const depth = open.lastIndexOf(component)
      if (depth < 0) continue
      if (component === 'VEVENT') event = undefined
      if (component === 'VTIMEZONE' && zone) timezones.push(zone.join('\r\n'))
      if (component === 'VTIMEZONE') zone = undefined
      closeTo(depth)
    } else if (event && open.at(-1) === 'VEVENT') {
      const isNew = SINGLE.has(name) && !event.lines.some((known) => known.name === name)
      if (isNew || REPEATED.has(name)) event.lines.push({ name, params, value: value.trim() })
    }
  }
  if (calendars === 0) throw new NotACalendar('it has no calendar')
  if (open.length > 0) throw new NotACalendar(`it ends within ${open.at(-1)}`)
  return { events, timezones }
}

const DAY = /^(\d{4})-?(\d\d)-?(\d\d)$/
const TIME = /^(\d{4})-?(\d\d)-?(\d\d)[Tt ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?([Zz]|[+-]\d\d:?\d\d)?$/
const DURATION = /^\+?P(?=\d|T\d)(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/i

/** A day, with the time and zone behind it as RFC 5545 writes them. */
export interface Moment {
  day: string
  /** Empty: the whole day. */
  time: string
}

/** A day or a time in one of the forms that calendars have; undefined when it is none, or a day that does not exist. */
function readMoment(text: string, isDay = false): Moment | undefined {
  const [, year, month, date, hour, minute, second = '00', zone = ''] = TIME.exec(text) ?? DAY.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  if (year === undefined || !isExistingDay(day)) return undefined
  if (hour === undefined || isDay) return { day, time: '' }
  if (hour > '23' || (minute ?? '') > '59' || second > '60') return undefined
  if (zone === '' || /^z$/i.test(zone)) return { day, time: `T${hour}${minute}${second}${zone.toUpperCase()}` }
  const offset = zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`
  const utc = new Date(`${day}T${hour}:${minute}:00${offset}`)
  if (Number.isNaN(utc.getTime())) return undefined
  return { day: utc.toISOString().slice(0, 10), time: `T${utc.toISOString().slice(11, 19).replaceAll(':', '')}Z` }
}

const isWholeDay = (params: string): boolean => /;VALUE=DATE(?![-\w])/i.test(params)
const zoneOf = (params: string): string => /;TZID=(?:"[^"]*"|[^;]*)/i.exec(params)?.[0] ?? ''

/** A line with a moment, as RFC 5545 writes it. */
const momentLine = ({ name, params }: Line, { day, time }: Moment): Line => {
  const zone = time === '' || time.endsWith('Z') ? '' : zoneOf(params)
  return { name, params: time === '' ? ';VALUE=DATE' : zone, value: `${day.replaceAll('-', '')}${time}` }
}

/** An event whose moments are readable. */
export interface SoundEvent {
  uid: string
  start: Moment
  /** Without `end`: by its duration, or a day. */
  end: Moment | undefined
  lines: Line[]
  isRecurring: boolean
  isException: boolean
  isDamaged: boolean
  /** Its end, or its duration, cannot be read. */
  lacksEnd: boolean
}

/** The event of these lines, with what cannot be read left out; undefined without a start. */
export function readEvent({ lines, isDamaged }: RawEvent): SoundEvent | undefined {
  const kept: Line[] = []
  const moments = new Map<string, Moment>()
  let isSound = !isDamaged
  let lacksEnd = false
  for (const line of lines) {
    const { name, params, value } = line
    if (name === 'DTSTART' || name === 'DTEND' || name === 'RECURRENCE-ID') {
      const moment = readMoment(value, isWholeDay(params))
      if (moment) {
        moments.set(name, moment)
        kept.push(momentLine(line, moment))
      } else isSound = false
      lacksEnd ||= !moment && name === 'DTEND'
    } else if (name === 'RDATE' || name === 'EXDATE') {
      // A period counts by its start.
      const listed = value.split(',').map((part) => readMoment(part.split('/')[0] ?? '', isWholeDay(params)))
      for (const moment of listed) {
        if (moment) kept.push(momentLine(line, moment))
        else isSound = false
      }
    } else if (name === 'DURATION' && !DURATION.test(value)) {
      isSound = false
      lacksEnd = true
    } else kept.push({ name, params: name === 'DURATION' || name === 'RRULE' ? '' : params, value })
  }
  const start = moments.get('DTSTART')
  const isException = lines.some(({ name }) => name === 'RECURRENCE-ID')
  if (!start || (isException && !moments.has('RECURRENCE-ID'))) return undefined
  // Both are not allowed, and the end is the clearer one.
  const end = moments.get('DTEND')
  const lasting = end ? kept.filter(({ name }) => name !== 'DURATION') : kept
  return {
    uid: uidOf(lines),
    start,
    end,
    lines: lasting,
    isRecurring: lasting.some(({ name }) => name === 'RRULE' || name === 'RDATE'),
    isException,
    isDamaged: !isSound,
    lacksEnd: lacksEnd && !lasting.some(({ name }) => name === 'DTEND' || name === 'DURATION'),
  }
}

const MAX_UID = 1_000

/** The UID of an event, made storable: of limited length, well-formed, without NUL. */
export const uidOf = (lines: Line[]): string =>
  (lines.find(({ name }) => name === 'UID')?.value ?? '').replaceAll('\0', '').slice(0, MAX_UID).toWellFormed()

const textOf = (lines: Line[], name: string): string => lines.find((line) => line.name === name)?.value ?? ''

/** Cancelled and transparent events take no nights. */
export const isFree = (lines: Line[]): boolean =>
  /^cancelled$/i.test(textOf(lines, 'STATUS')) || /^transparent$/i.test(textOf(lines, 'TRANSP'))

/** Platform names for days that nobody has booked. Booking.com has one name for these and for bookings. */
export const isBlock = (lines: Line[]): boolean =>
  /^(?:airbnb \()?(?:not available|unavailable|blocked)\)?$/i.test(textOf(lines, 'SUMMARY'))

const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether a rule names a day that none of its months has, as 31 February: ical.js looks for it without end. */
export function isEndless(lines: Line[]): boolean {
  return lines.some(({ name, value }) => {
    const list = (part: string) => new RegExp(`(?:^|;)${part}=([^;]*)`, 'i').exec(value)?.[1]?.split(',').map(Number)
    const [months, days] = [list('BYMONTH'), list('BYMONTHDAY')]
    if (name !== 'RRULE' || !months || !days) return false
    return !months.some((month) => days.some((day) => Math.abs(day) <= (LONGEST[month - 1] ?? 0)))
  })
}

export const writeEvent = (lines: Line[]): string =>
  ['BEGIN:VEVENT', ...lines.map(({ name, params, value }) => `${name}${params}:${value}`), 'END:VEVENT'].join('\r\n')

/**
 * A daily or weekly series that began long ago, begun by whole steps later, shortly before `from`: the rule would be followed
 * through the years for nothing.
 */
export function forwarded(event: SoundEvent, from: string): Line[] {
  const { lines, start, end } = event
  const rules = lines.filter(({ name }) => name === 'RRULE')
  const rule = rules[0]?.value.toUpperCase() ?? ''
  const frequency = /(?:^|;)FREQ=(DAILY|WEEKLY)(?:;|$)/.exec(rule)?.[1]
  const isPlain = rules.length === 1 && !/COUNT=|BYSETPOS=/.test(rule) && !lines.some(({ name }) => name === 'DURATION')
  if (!frequency || !isPlain) return lines
  const step = Number(/(?:^|;)INTERVAL=(\d{1,4})(?:;|$)/.exec(rule)?.[1] ?? 1) * (frequency === 'DAILY' ? 1 : 7)
  const length = end ? nightsBetween(start.day, end.day) : 1
  const steps = step > 0 ? Math.floor((nightsBetween(start.day, from) - Math.max(length, 1) - 8) / step) : 0
  if (steps < 1) return lines
  return lines.map((line) => {
    const moment = line.name === 'DTSTART' ? start : line.name === 'DTEND' ? end : undefined
    return moment ? momentLine(line, { ...moment, day: addDays(moment.day, steps * step) }) : line
  })
}
