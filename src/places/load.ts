import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Database, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'

/**
 * `loadPlaces` in a process of its own: a service that unpacked the places itself would keep 300 MB more for as long as it
 * runs.
 * @param databaseUrl of the pool.
 */
export async function loadPlacesAlone(db: Database, databaseUrl: string): Promise<void> {
  if ((await queries.places.countCountries(db, {})).total > 0) return
  const script = path.resolve(import.meta.dirname, 'load-process.ts')
  await promisify(execFile)(process.execPath, [script], { env: { ...process.env, DATABASE_URL: databaseUrl } })
}

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
