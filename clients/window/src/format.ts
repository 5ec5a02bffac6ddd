import { t } from './texts.ts'

const DAY_MS = 86_400_000

/** An amount in major units, e.g. `377,14 €`; whole ones without cents when `isRound`. */
export function money(amount: number, currency: string, isRound = false): string {
  const digits = isRound ? { maximumFractionDigits: 0 } : {}
  // Some languages have a hyphen, where the page writes a minus.
  return new Intl.NumberFormat(t.tag, { style: 'currency', currency, ...digits }).format(amount).replace('-', '−')
}

/** Days are at the home: they are written as they stand, in whatever zone the browser is. */
const dayFormat = new Intl.DateTimeFormat(t.tag, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat(t.tag, { month: 'long', year: 'numeric', timeZone: 'UTC' })
const weekdayFormat = new Intl.DateTimeFormat(t.tag, { weekday: 'narrow', timeZone: 'UTC' })
const shortWeekdayFormat = new Intl.DateTimeFormat(t.tag, { weekday: 'short', timeZone: 'UTC' })
const longWeekdayFormat = new Intl.DateTimeFormat(t.tag, { weekday: 'long', timeZone: 'UTC' })
const momentFormat = new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short' })
const timeFormat = new Intl.DateTimeFormat(t.tag, { timeStyle: 'short' })

const at = (day: string): Date => new Date(`${day}T00:00:00Z`)

/** `4 janvier 2027`, of a day. */
export const inWords = (day: string): string => dayFormat.format(at(day))

/** `1–4 janvier 2027`, of two days. */
export const span = (from: string, to: string): string => dayFormat.formatRange(at(from), at(to))

const shortFormat = new Intl.DateTimeFormat(t.tag, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const dateFormat = new Intl.DateTimeFormat(t.tag, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })

const shortYearFormat = new Intl.DateTimeFormat(t.tag, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

const yearOf = (day: string): string => day.slice(0, 4)

/** `1 janv.`, of a day; with the year when that is not this one. */
export const dayAndMonth = (day: string): string =>
  (yearOf(day) === yearOf(today()) ? shortFormat : shortYearFormat).format(at(day))

/** `1 janv. – 4 janv. 2027`, of two days. */
export const shortSpan = (from: string, to: string): string =>
  `${yearOf(from) === yearOf(to) ? shortFormat.format(at(from)) : dayAndMonth(from)} – ${dayAndMonth(to)}`

const dateYearFormat = new Intl.DateTimeFormat(t.tag, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `ven. 1 janv.`, of a day; with the year when that is not this one. */
export const shortDay = (day: string, isYearShown = yearOf(day) !== yearOf(today())): string =>
  (isYearShown ? dateYearFormat : dateFormat).format(at(day))

/** `janvier 2027`, of any day in it. */
export const monthOf = (day: string): string => monthFormat.format(at(day))

/** A moment, by the clock of the browser. */
export const moment = (time: string): string => momentFormat.format(new Date(time))

/** A moment, by the clock of a home. */
export const momentIn = (time: string, timeZone: string): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(time))

const hourOf = (timeZone?: string): string =>
  new Intl.DateTimeFormat(t.tag, { dateStyle: 'short', timeStyle: 'short', timeZone }).format()

/** ` (heure de Lisbonne)` beside hours at a home whose clock is not that of the browser; else nothing. */
export const clockOf = (timeZone: string, city: string): string =>
  hourOf(timeZone) === hourOf() ? '' : ` (${t.timeIn(city)})`

/** Hours and minutes of a moment, and its day when that is not today. */
export function clock(time: string): string {
  const date = new Date(time)
  return date.toDateString() === new Date().toDateString() ? timeFormat.format(date) : momentFormat.format(date)
}

/** The day this many days later. */
export const plusDays = (day: string, count: number): string =>
  new Date(at(day).getTime() + count * DAY_MS).toISOString().slice(0, 10)

/** Today by the clock of the browser: only a first guess, homes have days of their own. */
export const today = (): string => new Intl.DateTimeFormat('sv-SE').format()

/** The first day of a month some months later. */
export function plusMonths(day: string, count: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 10)
}

/** 0 for a Monday. */
export const weekday = (day: string): number => (at(day).getUTCDay() + 6) % 7

const A_MONDAY = '2024-01-01'

/** From Monday on: a letter or a short word to see, and a word to hear. */
export const WEEKDAYS = [...Array(7).keys()].map((index) => {
  const date = at(plusDays(A_MONDAY, index))
  const short = shortWeekdayFormat.format(date).replace('.', '')
  return { letter: weekdayFormat.format(date), short, word: longWeekdayFormat.format(date) }
})

const fullFormat = new Intl.DateTimeFormat(t.tag, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** Words as a heading: their first letter is a capital. */
export const asHeading = (words: string): string => words.slice(0, 1).toLocaleUpperCase(t.tag) + words.slice(1)

/** `Mardi 24 novembre`, of a day as a heading. */
export const inFull = (day: string): string => asHeading(fullFormat.format(at(day)))

const MINUTE_MS = 60_000

/** `3 h 20`, or days, since a moment: how long somebody has waited. */
export function waited(time: string): string {
  const minutes = Math.max(1, Math.round((Date.now() - Date.parse(time)) / MINUTE_MS))
  const unit = (name: 'minute' | 'hour' | 'day', count: number) =>
    new Intl.NumberFormat(t.tag, { style: 'unit', unit: name, unitDisplay: 'short' }).format(count)
  if (minutes < 60) return unit('minute', minutes)
  return minutes < 24 * 60 ? unit('hour', Math.floor(minutes / 60)) : unit('day', Math.floor(minutes / (24 * 60)))
}
