import { isExistingDay } from '../../platform/lib/days.ts'
import type { Clock } from './rules.ts'

/** Takes calendars apart that do not follow RFC 5545 in everything, and repairs what is clear. Pure. */

export interface Line {
  name: string
  /** With the semicolon before each. */
  params: string
  value: string
}

/** The lines of an event that matter here. */
export interface RawEvent {
  /** The line of the text on which it begins, from 1. */
  number: number
  lines: Line[]
  /** Something of it could not be read: the rest stands. */
  isDamaged: boolean
}

interface RawCalendar {
  events: RawEvent[]
  /** Definitions of time zones, as text. */
  timezones: string[]
}

const SINGLE = new Set([
  'UID',
  'DTSTART',
  'DTEND',
  'DURATION',
  'RECURRENCE-ID',
  'STATUS',
  'TRANSP',
  'SUMMARY',
  'X-MICROSOFT-CDO-BUSYSTATUS',
])
const REPEATED = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE'])

const MARK = /\ufeff/g
const LINE = /^([A-Za-z0-9-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/

/** Problems of an event. */
export const FEED_PROBLEMS = [
  'unreadable',
  'rule_unreadable',
  'rule_not_allowed',
  'rule_ambiguous',
  'rule_too_many_steps',
  'no_occurrence',
] as const

/** Why a text cannot be read as a calendar. */
export class NotACalendar extends Error {}

/** The lines of a text, unfolded, each with the number of its first part. */
function unfold(text: string): { text: string; number: number }[] {
  const lines: { text: string; number: number }[] = []
  for (const [index, part] of text.replace(MARK, '').replace(/\r\n?/g, '\n').split('\n').entries()) {
    const before = lines.at(-1)
    if (before && /^[ \t]/.test(part)) before.text += part.slice(1)
    else lines.push({ text: part, number: index + 1 })
  }
  return lines
}

/** The busy periods of a VFREEBUSY, as events. */
function periodsOf({ params, value }: Line, uid: Line | undefined, number: number): RawEvent[] {
  if (/;FBTYPE=FREE(?![-\w])/i.test(params)) return []
  return value.split(',').map((period) => {
    const [start = '', end = ''] = period.split('/')
    const ending = { name: /^\+?P/i.test(end) ? 'DURATION' : 'DTEND', params: '', value: end }
    return {
      number,
      lines: [...(uid ? [uid] : []), { name: 'DTSTART', params: '', value: start }, ending],
      isDamaged: false,
    }
  })
}

/** The reading of a text, at a line. */
interface TakingApart extends RawCalendar {
  calendars: number
  /** Components that have begun and not ended, the innermost last, each with its line. */
  open: { component: string; number: number }[]
  event: RawEvent | undefined
  busyUid: Line | undefined
  /** The lines of a definition of a time zone. */
  zone: string[] | undefined
}

/** Steps at the beginning and the end of a component, and at a line that stands in it itself. */
interface Steps {
  begin?(reading: TakingApart, number: number, text: string): void
  end?(reading: TakingApart): void
  line?(reading: TakingApart, line: Line, number: number): void
}

/** The components that matter here. */
const COMPONENTS: Record<string, Steps> = {
  VCALENDAR: {
    begin(reading) {
      reading.calendars++
    },
  },
  VEVENT: {
    begin(reading, number) {
      // The event before has no end.
      const before = depthOf(reading, 'VEVENT')
      if (before >= 0) closeTo(reading, before)
      reading.event = { number, lines: [], isDamaged: false }
      reading.events.push(reading.event)
    },
    end(reading) {
      reading.event = undefined
    },
    line({ event }, line) {
      const isNew = SINGLE.has(line.name) && !event?.lines.some((known) => known.name === line.name)
      if (isNew || REPEATED.has(line.name)) event?.lines.push(line)
    },
  },
  VFREEBUSY: {
    begin(reading) {
      reading.busyUid = undefined
    },
    line(reading, line, number) {
      if (line.name === 'UID') reading.busyUid = line
      if (line.name === 'FREEBUSY') reading.events.push(...periodsOf(line, reading.busyUid, number))
    },
  },
  VTIMEZONE: {
    begin(reading, _, text) {
      reading.zone = [text]
    },
    end(reading) {
      if (reading.zone) reading.timezones.push(reading.zone.join('\r\n'))
      reading.zone = undefined
    },
  },
}

const depthOf = ({ open }: TakingApart, component: string): number =>
  open.findLastIndex((one) => one.component === component)

/** Ends the components within the one at this depth; an event among them has no end of its own. */
function closeTo(reading: TakingApart, depth: number): void {
  if (reading.event && depthOf(reading, 'VEVENT') >= depth) {
    reading.event.isDamaged = true
    reading.event = undefined
  }
  reading.open.length = depth
}

/**
 * The events of a text with one calendar or several. Skips malformed lines, such as the rest of a line that was broken without
 * being folded.
 * @throws NotACalendar when it has no calendar, or ends within one: the events that are missing would be taken as cancelled.
 */
export function takeApart(text: string): RawCalendar {
  const reading: TakingApart = {
    events: [],
    timezones: [],
    calendars: 0,
    open: [],
    event: undefined,
    busyUid: undefined,
    zone: undefined,
  }
  const { open } = reading
  for (const { text: line, number } of unfold(text)) {
    const match = LINE.exec(line.trimEnd())
    if (!match) continue
    const [, written = '', params = '', value = ''] = match
    const read = { name: written.toUpperCase(), params, value: value.trim() }
    reading.zone?.push(line)
    if (read.name === 'BEGIN') {
      const component = read.value.toUpperCase()
      if (open.length === 0 && component !== 'VCALENDAR') continue
      COMPONENTS[component]?.begin?.(reading, number, line)
      open.push({ component, number })
    } else if (read.name === 'END') {
      const component = read.value.toUpperCase()
      const depth = depthOf(reading, component)
      if (depth < 0) continue
      COMPONENTS[component]?.end?.(reading)
      closeTo(reading, depth)
    } else COMPONENTS[open.at(-1)?.component ?? '']?.line?.(reading, read, number)
  }
  if (reading.calendars === 0) throw new NotACalendar('it has no calendar')
  const last = open.at(-1)
  if (last) throw new NotACalendar(`it ends within the ${last.component} of line ${last.number}`)
  return { events: reading.events, timezones: reading.timezones }
}

const DAY = /^(\d{4})-?(\d\d)-?(\d\d)$/
const TIME = /^(\d{4})-?(\d\d)-?(\d\d)[Tt ](\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?([Zz]|[+-]\d\d:?\d\d)?$/
/** Also `P4DT`, which the npm package ics writes. */
const DURATION = /^\+?P(?=\d|T\d)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

export const DAY_MS = 86_400_000

/** A day or a time as it is written. */
export interface Moment {
  clock: Clock
  /** The whole day. */
  isDay: boolean
  /** The name of its zone; empty: that of the home. */
  tzid: string
}

const isWholeDay = (params: string): boolean => /;VALUE=DATE(?![-\w])/i.test(params)
const zoneOf = (params: string): string => (/;TZID=("[^"]*"|[^;]*)/i.exec(params)?.[1] ?? '').replaceAll('"', '').trim()

/** A day or a time in one of the forms that calendars have; undefined when it is none, or a day that does not exist. */
export function readMoment(text: string, params = ''): Moment | undefined {
  const [, year, month, date, hour, minute, second = '00', zone = ''] = TIME.exec(text) ?? DAY.exec(text) ?? []
  const day = `${year}-${month}-${date}`
  if (year === undefined || !isExistingDay(day)) return undefined
  if (hour === undefined || isWholeDay(params)) return { clock: Date.parse(day), isDay: true, tzid: '' }
  if (hour > '23' || (minute ?? '') > '59' || second > '60') return undefined
  const clock = Date.parse(`${day}T${hour}:${minute}:${second === '60' ? '59' : second}Z`)
  if (zone === '') return { clock, isDay: false, tzid: zoneOf(params) }
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000
  return { clock: clock + (sign === '-' ? offset : -offset), isDay: false, tzid: 'UTC' }
}

/** The milliseconds of a duration; undefined when it is none. */
function readDuration(text: string): number | undefined {
  const match = DURATION.exec(text)
  if (!match) return undefined
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0))
  return (weeks * 7 + days) * DAY_MS + ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/** An occurrence that a series has beside its rules. */
interface StatedDate {
  moment: Moment
  /** Its own end or duration. */
  end?: Moment | undefined
  length?: number | undefined
}

/** An event whose moments are readable. */
export interface SoundEvent {
  uid: string
  number: number
  start: Moment
  /** Without `end` and `length`: a day, or a moment. */
  end: Moment | undefined
  length: number | undefined
  rules: string[]
  dates: StatedDate[]
  excluded: Moment[]
  /** The occurrence of a series that it replaces, or with `isFuture` all from there on. */
  replaces: { moment: Moment; isFuture: boolean } | undefined
  lines: Line[]
  isDamaged: boolean
  /** Its end, or its duration, cannot be read. */
  lacksEnd: boolean
}

/** The event of these lines, with what cannot be read left out; undefined without a start. */
export function readEvent({ lines, isDamaged, number }: RawEvent): SoundEvent | undefined {
  const valuesOf = (name: string) => lines.filter((line) => line.name === name)
  const momentOf = (name: string) => valuesOf(name).map(({ value, params }) => readMoment(value, params))[0]
  const listOf = (name: string) =>
    valuesOf(name).flatMap(({ value, params }) => value.split(',').map((text) => ({ text, params })))
  const start = momentOf('DTSTART')
  const [written] = valuesOf('RECURRENCE-ID')
  const replaced = momentOf('RECURRENCE-ID')
  if (!start || (written && !replaced)) return undefined
  const end = momentOf('DTEND')
  const [duration] = valuesOf('DURATION')
  const length = duration && readDuration(duration.value)
  const dates = listOf('RDATE').map(({ text, params }): StatedDate | undefined => {
    const [first = '', last] = text.split('/')
    const moment = readMoment(first, params)
    return (
      moment && {
        moment,
        end: last === undefined ? undefined : readMoment(last, params),
        length: last === undefined ? undefined : readDuration(last),
      }
    )
  })
  const excluded = listOf('EXDATE').map(({ text, params }) => readMoment(text, params))
  const lacksEnd = !end && length === undefined && (valuesOf('DTEND').length > 0 || duration !== undefined)
  return {
    uid: uidOf(lines),
    number,
    start,
    end,
    // Both are not allowed, and the end is the clearer one.
    length: end ? undefined : length,
    rules: valuesOf('RRULE').map(({ value }) => value),
    dates: dates.filter((date) => date !== undefined),
    excluded: excluded.filter((moment) => moment !== undefined),
    replaces: replaced && { moment: replaced, isFuture: /;RANGE=THISANDFUTURE/i.test(written?.params ?? '') },
    lines,
    isDamaged:
      isDamaged ||
      (valuesOf('DTEND').length > 0 && !end) ||
      (duration !== undefined && length === undefined) ||
      dates.includes(undefined) ||
      excluded.includes(undefined) ||
      // Rules of exclusion are obsolete (RFC 5545, A.2). Without them more nights are closed.
      valuesOf('EXRULE').length > 0,
    lacksEnd,
  }
}

const MAX_UID = 1_000

/** The UID of an event, made storable: of limited length, well-formed, without NUL. */
export const uidOf = (lines: Line[]): string =>
  textOf(lines, 'UID').replaceAll('\0', '').slice(0, MAX_UID).toWellFormed()

export const textOf = (lines: Line[], name: string): string => lines.find((line) => line.name === name)?.value ?? ''

/** Why an event takes no nights. */
export function freedBy(lines: Line[]): 'cancelled' | 'free' | undefined {
  if (/^cancelled$/i.test(textOf(lines, 'STATUS'))) return 'cancelled'
  return /^transparent$/i.test(textOf(lines, 'TRANSP')) ? 'free' : undefined
}
