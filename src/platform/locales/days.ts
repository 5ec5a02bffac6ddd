/** Days in the words of a language: pure functions on `YYYY-MM-DD`. */

interface Parts {
  day: number
  month: string
  year: number
}

/** Parts of a day, with its month in words. */
function partsOf(day: string, months: Intl.DateTimeFormat): Parts {
  const date = new Date(`${day}T00:00:00Z`)
  return { day: date.getUTCDate(), month: months.format(date), year: date.getUTCFullYear() }
}

/**
 * Writes days and ranges of days. What the two ends of a range share is said once: `from` leaves out what `to` says.
 * @param tag of Intl, for the names of months
 * @param ordinal the number of a day in a month
 */
export function dayWriter(
  tag: string,
  { ordinal, range }: { ordinal: (day: number) => string; range: (from: string, to: string) => string },
) {
  // Created once, with the first text: for each one it took a tenth of a booking's processor time.
  let months: Intl.DateTimeFormat | undefined
  const read = (day: string): Parts => {
    months ??= new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' })
    return partsOf(day, months)
  }
  const write = ({ day, month, year }: Parts, other?: Parts): string => {
    const isSameYear = other?.year === year
    const isSameMonth = isSameYear && other?.month === month
    return [ordinal(day), ...(isSameMonth ? [] : [month]), ...(isSameYear ? [] : [year])].join(' ')
  }
  return {
    day: (day: string): string => write(read(day)),
    range(first: string, last: string): string {
      const to = read(last)
      return range(write(read(first), to), write(to))
    },
  }
}

/** A moment as people of all languages read it: `2026-11-25 14:05 UTC`. Pure. */
export const minuteOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`
