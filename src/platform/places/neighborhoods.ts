import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { type Database, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'

const MAX_ROWS = 10_000

const degrees = (limit: number) =>
  z
    .stringFormat('number', /^-?\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number().min(-limit).max(limit))

/** A row of a file of neighborhoods. */
const row = z.object({
  name: z.string().trim().min(1).max(200),
  latitude: degrees(90),
  longitude: degrees(180),
})
const rowOfCity = row.extend({ city_id: z.string().min(1) })

/** The columns of several neighborhoods, as the database takes them. */
interface NeighborhoodColumns {
  ids: string[]
  city_ids: string[]
  names: string[]
  populations: number[]
  latitudes: number[]
  longitudes: number[]
}

/**
 * Reads CSV with a line of column names.
 * @throws Error that names the line and the column of the first value that is wrong.
 */
function readRows<T extends z.ZodType>(text: string, shape: T): z.output<T>[] {
  const records: unknown[] = parse(text, { bom: true, columns: true, skip_empty_lines: true, trim: true })
  if (records.length === 0) throw new Error('The file has no rows.')
  if (records.length > MAX_ROWS) throw new Error(`The file has more than ${MAX_ROWS} rows.`)
  return records.map((record, index) => {
    const parsed = shape.safeParse(record)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    throw new Error(`Row ${index + 1}, ${issue?.path.join('.')}: ${issue?.message}`)
  })
}

/** An id that the same neighborhood of the same city has each time. */
const idOf = (city_id: string, name: string): string =>
  `${city_id}-${createHash('sha256').update(name).digest('hex').slice(0, 10)}`

const columnsOf = (rows: z.output<typeof rowOfCity>[]): NeighborhoodColumns => ({
  ids: rows.map(({ city_id, name }) => idOf(city_id, name)),
  city_ids: rows.map(({ city_id }) => city_id),
  names: rows.map(({ name }) => name),
  populations: rows.map(() => 0),
  latitudes: rows.map(({ latitude }) => latitude),
  longitudes: rows.map(({ longitude }) => longitude),
})

/** Neighborhoods that are written by hand, for cities where GeoNames has none, as rows: id, city, name, population, latitude, longitude. */
export const readOwnNeighborhoods = (text: string): (string | number)[][] =>
  readRows(text, rowOfCity).map(({ city_id, name, latitude, longitude }) => [
    idOf(city_id, name),
    city_id,
    name,
    0,
    latitude,
    longitude,
  ])

/**
 * Adds the neighborhoods of a CSV file (`name,latitude,longitude`) to a city, or moves those that it has by the same name.
 * @returns the name of the city, and how many rows there were.
 * @throws Error in one sentence for an unknown city and for a file that cannot be read.
 */
export async function importNeighborhoods(db: Database, city_id: string, text: string) {
  const rows = readRows(text, row)
  return transaction(db, async (tx) => {
    const city = await queries.places.findCity(tx, { city_id })
    if (!city) throw new Error(`No city with the GeoNames id ${city_id}.`)
    await queries.places.upsertNeighborhoods(tx, columnsOf(rows.map((one) => ({ ...one, city_id }))))
    return { name: city.name, count: rows.length }
  })
}
