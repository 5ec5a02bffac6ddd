import { type Database, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'

/**
 * Loads countries, about 131,000 cities and 4,700 neighborhoods, once. Later calls do not even import the packages that
 * contain them.
 */
export async function loadPlaces(db: Database, { smallest = 0 }: { smallest?: number } = {}): Promise<void> {
  const count = await queries.places.countCountries(db, {})
  if (count.total > 0) return
  const { readPlaces } = await import('./sources.ts')
  const { countries, cities, neighborhoods } = readPlaces(smallest)
  await transaction(db, async (tx) => {
    await queries.places.liftTimeouts(tx, {})
    await queries.places.insertCountries(tx, countries)
    await queries.places.insertCities(tx, cities)
    await queries.places.insertNeighborhoods(tx, neighborhoods)
  })
}
