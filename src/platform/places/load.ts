import { connect, type Database, type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { type PlaceFile, type PlaceRow, readBatches } from './prepared.ts'

/** `first`: countries and their large cities, with which a service on a developer's machine begins. */
export type Part = 'first' | 'all'

/** The least number of inhabitants of the cities that are loaded first; in France, where most homes are, of towns. */
const LARGE = 100_000
const LARGE_IN_FRANCE = 10_000

/** A load that runs beside the start. */
export interface Loading {
  done: Promise<void>
  /** Ends it; what it has not finished is loaded by the next start. */
  stop(): Promise<void>
}

/**
 * `loadPlaces` on a connection of its own. Undefined when they are there.
 * @param directUrl of the pool's database, around a pooler.
 */
export async function startLoading(
  db: Database,
  { url, ca }: { url: string; ca: string | undefined },
  part: Part,
): Promise<Loading | undefined> {
  if (await isLoaded(db, part)) return undefined
  const own = connect(url, { max: 1, ca, patient: true, applicationName: 'sejour-places' })
  const done = loadPlaces(own, { part }).finally(() => own.end())
  return {
    done,
    async stop() {
      await own.end({ timeout: 0 })
      await done.catch(() => undefined)
    },
  }
}

const isLoaded = async (db: Parameters<typeof queries.places.findLoad>[0], part: Part): Promise<boolean> =>
  (await queries.places.findLoad(db, { part })) !== undefined

/**
 * Loads countries, about 131,000 cities and 4,800 neighborhoods, or the first part of them, once: several nodes that start
 * take turns. Rows that exist stay as they are.
 * @param options.smallest the least number of inhabitants of a city.
 */
export async function loadPlaces(
  db: Database,
  { part = 'all', smallest = 0 }: { part?: Part; smallest?: number } = {},
): Promise<void> {
  const least = (country_id: string) => (part === 'all' ? smallest : country_id === 'FR' ? LARGE_IN_FRANCE : LARGE)
  const load = async (tx: Transaction) => {
    await queries.places.liftTimeouts(tx, {})
    await queries.places.lockLoads(tx, {})
    if (await isLoaded(tx, part)) return
    const loaded = new Set<string>()
    await insert(tx, 'countries')
    await insert(tx, 'cities', ([id = '', country_id = '', , , population]) => {
      const isLarge = Number(population) >= least(country_id)
      if (isLarge) loaded.add(id)
      return isLarge
    })
    await insert(tx, 'neighborhoods', ([, city_id = '']) => loaded.has(city_id))
    await queries.places.insertLoad(tx, { part })
  }
  await transaction(db, load, { onAnyDatabase: true })
}

/** Inserts the rows of a file that are wanted. */
async function insert(tx: Transaction, file: PlaceFile, isWanted: (row: PlaceRow) => boolean = () => true) {
  for await (const batch of readBatches(file)) {
    const rows = batch.filter(isWanted)
    if (rows.length > 0) await INSERTS[file](tx, rows)
  }
}

/** The cells of a column as text, and as numbers. */
const texts = (rows: PlaceRow[], index: number): string[] => rows.map((row) => row[index] ?? '')
const numbers = (rows: PlaceRow[], index: number): number[] => rows.map((row) => Number(row[index]))

/** The statement of each file, which takes columns. */
const INSERTS: Record<PlaceFile, (tx: Transaction, rows: PlaceRow[]) => Promise<unknown>> = {
  countries: (tx, rows) =>
    queries.places.insertCountries(tx, {
      ids: texts(rows, 0),
      iso3s: texts(rows, 1),
      names_fr: texts(rows, 2),
      names_en: texts(rows, 3),
      phone_codes: texts(rows, 4),
      currencies: texts(rows, 5),
      continents: texts(rows, 6),
    }),
  cities: (tx, rows) =>
    queries.places.insertCities(tx, {
      ids: texts(rows, 0),
      country_ids: texts(rows, 1),
      names: texts(rows, 2),
      admin_codes: texts(rows, 3),
      populations: numbers(rows, 4),
      latitudes: numbers(rows, 5),
      longitudes: numbers(rows, 6),
      timezones: texts(rows, 7),
    }),
  neighborhoods: (tx, rows) =>
    queries.places.insertNeighborhoods(tx, {
      ids: texts(rows, 0),
      city_ids: texts(rows, 1),
      names: texts(rows, 2),
      populations: numbers(rows, 3),
      latitudes: numbers(rows, 4),
      longitudes: numbers(rows, 5),
    }),
}
