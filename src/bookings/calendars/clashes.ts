import { addDays } from '../../platform/lib/days.ts'
import { type Nights, nightsFrom, rangesFrom } from './echoes.ts'

/** Nights that two platforms have sold to different guests (docs/design/channels.md, "Two platforms"). Pure. */

/** An event that is no echo. */
export interface Sold extends Nights {
  /** When it came up, in ISO 8601 UTC. */
  seen_at?: string | undefined
  /** When its platform had last read what it was given, as the event came up; null: never. */
  exported_at?: string | null | undefined
  is_block?: boolean | undefined
}

/** `possible`: one of the platforms had been told of the other's event before its own came up. */
export interface Clash {
  kind: 'certain' | 'possible'
  /** Their days, in ascending order. */
  nights: string[]
}

/** Most events of a night that are compared, for calendars that nobody means. */
const COMPARED = 20

/** Returns the nights that events of both have and that are not equal: equal ones are taken for one stay. */
export function findClashes(own: Sold[], others: Sold[], from: string): Clash[] {
  const [numbers, rangeOf] = [nightsFrom(from), rangesFrom(from)]
  const byNight = (events: Sold[]) => {
    const nights: Sold[][] = []
    for (const event of events) {
      if (event.is_block) continue
      const { begin, end } = numbers(event)
      for (let night = begin; night < end; night++) {
        const there = nights[night] ?? []
        nights[night] = there
        if (there.length < COMPARED) there.push(event)
      }
    }
    return nights
  }
  const there = byNight(others)
  const found: Record<Clash['kind'], string[]> = { certain: [], possible: [] }
  for (const [night, events] of byNight(own).entries()) {
    if (!events) continue
    const pairs = events.flatMap((one) =>
      (there[night] ?? []).filter((other) => rangeOf(one) !== rangeOf(other)).map((other) => [one, other]),
    )
    if (pairs.length === 0) continue
    const isCertain = pairs.some(([one, other]) => one && other && !knew(one, other) && !knew(other, one))
    found[isCertain ? 'certain' : 'possible'].push(addDays(from, night))
  }
  return (['certain', 'possible'] as const)
    .map((kind) => ({ kind, nights: found[kind] }))
    .filter(({ nights }) => nights.length > 0)
}

/** True if the platform of an event had been told of another before its own came up. */
const knew = ({ exported_at }: Sold, { seen_at }: Sold): boolean =>
  typeof exported_at === 'string' && seen_at !== undefined && Date.parse(seen_at) < Date.parse(exported_at)
