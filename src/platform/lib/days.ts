/** Calendar days as `YYYY-MM-DD` strings in the proleptic Gregorian calendar, without time zones or Date. Pure. */

const EPOCH_OFFSET = 719_468

/** Days since 1970-01-01 (Hinnant's days_from_civil). */
export function dayNumber(day: string): number {
  const month = Number(day.slice(5, 7))
  const year = Number(day.slice(0, 4)) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + Number(day.slice(8, 10)) - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - EPOCH_OFFSET
}

/** The inverse of `dayNumber`. */
export function dayFromNumber(number: number): string {
  const shifted = number + EPOCH_OFFSET
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(dayOfMonth, 2)}`
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** True if a text is a day that exists, of whatever year; no other text comes back as itself. */
export const isExistingDay = (text: string): boolean => dayFromNumber(dayNumber(text)) === text

/** True if a text is an existing day between 1900 and 2199. */
export const isDay = (text: string): boolean => /^(19|20|21)/.test(text) && isExistingDay(text)

/** True if a day is over in the last place where it was, twelve hours behind UTC. */
export const isPastEverywhere = (day: string, now = Date.now()): boolean =>
  day < new Date(now - 12 * 60 * 60 * 1_000).toISOString().slice(0, 10)

export const addDays = (day: string, count: number): string => dayFromNumber(dayNumber(day) + count)

/** The number of days from `from` to `to`, exclusive; negative when they are in the wrong order. */
export const daysBetween = (from: string, to: string): number => dayNumber(to) - dayNumber(from)

/** ISO day of the week: Monday is 1, Sunday is 7. */
export const isoWeekday = (day: string): number => ((((dayNumber(day) + 3) % 7) + 7) % 7) + 1

/** The days from `from` to `to`, exclusive. */
export function daysOf(from: string, to: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(from, to)) }, (_, index) => addDays(from, index))
}
