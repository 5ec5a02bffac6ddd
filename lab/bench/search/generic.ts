import { connect } from '../../../src/platform/db/client.ts'
import { keep, median, round, timesInTurns } from '../support.ts'
import { type City, search, week } from './measure.ts'

/** Common filters in a city; each alone and each pair is a shape of the statement. */
const filters = (today: string): Record<string, string>[] => [
  week(today),
  { adults: '4' },
  { bedrooms: '2' },
  { bathrooms: '2' },
  { property_type: 'apartment' },
  { room_type: 'entire_home' },
  { amenities: 'wifi,pool' },
  { instant_book: 'true' },
  { price_min: '60', price_max: '900' },
  { sort: 'price' },
  { sort: 'rating' },
]

const ROUNDS = 3
const SHOWN = 3

/**
 * Times the common shapes in a city once with the plan for their values and once with the one for any values, which PostgreSQL may
 * choose for a prepared statement, and prints the shapes that such a plan slows down most.
 */
export async function compareGenericPlans(url: string, city: City, today: string): Promise<void> {
  const db = connect(url, { max: 1, patient: true })
  const alone = filters(today)
  const pairs = alone.flatMap((one, index) => alone.slice(index + 1).map((other) => ({ ...one, ...other })))
  const slowed: { query: string; custom: number; generic: number }[] = []
  for (const query of [...alone, ...pairs]) {
    const [custom = 0, generic = 0] = (
      await timesInTurns(
        { rounds: ROUNDS, warmUp: 1 },
        ['force_custom_plan', 'force_generic_plan'].map((mode) => async () => {
          await db`select set_config('plan_cache_mode', ${mode}, false)`
          await search(db, { city_id: city.id, ...query })
        }),
      )
    ).map(median)
    slowed.push({ query: new URLSearchParams(query).toString(), custom, generic })
  }
  await db.end()
  slowed.sort((a, b) => b.generic / b.custom - a.generic / a.custom)
  console.log(
    `  plans for any values beside those for the values, ${slowed.length} shapes in a city of ${city.homes} homes`,
  )
  for (const { query, custom, generic } of slowed.slice(0, SHOWN))
    console.log(
      `    ${query.padEnd(60)}${round(custom, 1)} ms   ${round(generic, 1)} ms   ${round(generic / custom, 2)}x`,
    )
  const [worst] = slowed
  if (worst)
    keep({
      name: `search with a plan for any values, the worst of ${slowed.length} shapes`,
      measured: `${round(worst.generic, 1)} ms`,
      floor: `${round(worst.custom, 1)} ms with one for the values`,
      value: worst.generic / worst.custom,
      goal: '',
    })
}
