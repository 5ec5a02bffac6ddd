import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import type { Clock } from './rules.ts'

/** Clocks of time zones. Pure. */

export interface Zone {
  /** The moment, in milliseconds since 1970, at which the clock shows this. */
  toUtc(clock: Clock): number
  toClock(utc: number): Clock
}

/** The zone of an IANA name. @throws RangeError for an unknown name. */
export function zoneNamed(name: string): Zone {
  // sv-SE formats as YYYY-MM-DD HH:MM:SS.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: name, dateStyle: 'short', timeStyle: 'medium' })
  const toClock = (utc: number) => Date.parse(`${format.format(utc).replace(' ', 'T')}Z`)
  // Twice: the first guess may be on the other side of a change of the clock.
  const toUtc = (clock: Clock) => {
    const guess = clock - (toClock(clock) - clock)
    return guess - (toClock(guess) - clock)
  }
  return { toUtc, toClock }
}

/** The zone of a VTIMEZONE. @throws Error when ical.js cannot read it. */
function zoneDefined(text: string): { tzid: string; zone: Zone } {
  const definition = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)))
  const at = (milliseconds: number, timezone: ICAL.Timezone) => {
    const time = ICAL.Time.fromJSDate(new Date(milliseconds), true)
    time.zone = timezone
    return time
  }
  const read = (time: ICAL.Time) => Date.parse(`${time.toString().replace('Z', '')}Z`)
  return {
    tzid: definition.tzid,
    zone: {
      toUtc: (clock) => read(at(clock, definition).convertToZone(ICAL.Timezone.utcTimezone)),
      toClock: (utc) => read(at(utc, ICAL.Timezone.utcTimezone).convertToZone(definition)),
    },
  }
}

const named = (name: string | undefined): Zone | undefined => {
  try {
    return name === undefined ? undefined : zoneNamed(name)
  } catch {
    return undefined
  }
}

/**
 * The zones that a calendar names: of the IANA (also behind a prefix), as it defines them, or of Windows. A name that says nothing is the
 * zone of the home.
 */
export function zonesOf(definitions: string[], home: Zone): (tzid: string) => Zone {
  const known = new Map<string, Zone>()
  const defined = new Map<string, Zone>()
  for (const text of definitions)
    try {
      const { tzid, zone } = zoneDefined(text)
      zone.toClock(0)
      defined.set(tzid, zone)
    } catch {
      // Passed over.
    }
  const find = (tzid: string): Zone =>
    named(tzid) ??
    defined.get(tzid) ??
    named(/[A-Za-z_]+\/[A-Za-z_]+$/.exec(tzid)?.[0]) ??
    named(findIana(tzid)[0]) ??
    home
  return (tzid) => {
    const zone = known.get(tzid) ?? find(tzid)
    known.set(tzid, zone)
    return zone
  }
}
