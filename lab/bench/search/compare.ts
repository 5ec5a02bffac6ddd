import type { Database } from '../../../src/platform/db/client.ts'
import { keep, median, quartiles, round, timesInTurns } from '../support.ts'
import { openFloor, openPrototype } from './floor/floor.ts'
import { type City, cityCases, search, week } from './measure.ts'

/** Number of turns of the three. */
const ROUNDS = 15
const WARM_UP = 6

interface Goal {
  /** At most so many times the prototype. */
  prototype: number
  /** At most so many times the search without dates as it was at 449a785. */
  plain?: number
}

const GOALS: Record<'large' | 'small', Record<string, Goal>> = {
  large: {
    'dates + guests': { prototype: 1.5, plain: 0.3 },
    '+ price range, by stay total': { prototype: 1.5 },
    '+ facets': { prototype: 1.5 },
  },
  small: { 'dates + guests': { prototype: 2 } },
}

/**
 * Times the searches of a city beside the prototype and beside the search without dates of 449a785, in turns, and prints medians with
 * their quartiles.
 */
export async function compareCity(db: Database, url: string, city: City, kind: 'large' | 'small', today: string) {
  const prototype = await openPrototype(url)
  const floor = await openFloor(url)
  const cases = cityCases(city, today)
  const stay = { city_id: city.id, ...week(today) }
  const prototypes: Record<string, () => Promise<unknown>> = {
    'without dates': () => prototype.plain(city.id),
    'dates + guests': () => prototype.dated(stay),
    '+ price range, by stay total': () => prototype.byTotal(stay, 40_000, 120_000),
    '+ facets': () => prototype.withFacets(stay),
  }
  console.log(`  ${kind} city, ${city.homes} homes: the service, the prototype, the search without dates of 449a785`)
  for (const [name, query] of Object.entries(cases)) {
    const runs = [
      () => search(db, query),
      prototypes[name] ?? (() => Promise.resolve()),
      () => floor.search({ city_id: city.id }),
    ]
    const times = await timesInTurns({ rounds: ROUNDS, warmUp: WARM_UP }, runs)
    const [service = 0, proto = 0, plain = 0] = times.map(median)
    const goal = GOALS[kind][name]
    const shown = times.map((values) => {
      const [low, high] = quartiles(values)
      return `${round(median(values), 1)} (${round(low, 1)} to ${round(high, 1)})`.padStart(24)
    })
    for (const [other, ms, limit] of [
      ['prototype', proto, goal?.prototype],
      ['plain search of 449a785', plain, goal?.plain],
    ] as const)
      if (limit)
        keep({
          name: `search in a ${kind} city, ${name}`,
          measured: `${round(service, 1)} ms`,
          floor: `${round(ms, 1)} ms of the ${other}`,
          value: service / ms,
          goal: `<= ${limit}`,
        })
    const goals = goal ? `goal ≤ ${goal.prototype}${goal.plain ? ` and ≤ ${goal.plain}` : ''}` : ''
    console.log(
      `    ${name.padEnd(30)}${shown.join('')} ms   ${round(service / proto, 2)}x  ${round(service / plain, 2)}x  ${goals}`,
    )
  }
  await Promise.all([prototype.close(), floor.close()])
}
