import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { connect, type Database } from '../../src/db/client.ts'
import { TEMPLATE } from './database.ts'

/** The template with neighbours: the rows of people that no test knows. */
export const INHABITED = 'inhabited'

/** What neighbours pay with, and no test. */
export const NEIGHBOURS_CURRENCY = 'NOK'

/** A row of a neighbour, as PostgreSQL writes it. */
interface Row {
  table: string
  row: string
}

/** A foreign key to rows of neighbours: their numbers, and how many rows have them. */
interface Reference {
  table: string
  column: string
  keys: string[]
  count: number
}

/** What neighbours have. */
export interface Neighbours {
  rows: Row[]
  references: Reference[]
}

const rowsOf = async (db: Database, tables: readonly string[]): Promise<Row[]> =>
  db.unsafe<Row[]>(
    tables.map((table) => `select '${table}' as "table", t::text as row from ${table} t`).join(' union all '),
  )

/** Counts the rows that have the numbers of neighbours, each table at once. */
async function countOf(db: Database, references: readonly Omit<Reference, 'count'>[]): Promise<number[]> {
  const tables = [...Map.groupBy(references, ({ table }) => table)]
  const selects = tables.map(([table, columns]) => {
    const counts = columns.map(
      ({ column, keys }) => `count(*) filter (where ${column} in (${keys.map((key) => `'${key}'`).join(', ')}))`,
    )
    return `select '${table}' as "table", array[${counts.join(', ')}]::integer[] as counts from ${table}`
  })
  const found = await db.unsafe<{ table: string; counts: number[] }[]>(selects.join(' union all '))
  const countsOf = new Map(found.map(({ table, counts }) => [table, counts]))
  return references.map(({ table }) => countsOf.get(table)?.shift() ?? 0)
}

/** The foreign keys to the rows of tables that only neighbours have. */
async function referencesTo(db: Database, tables: readonly string[]): Promise<Reference[]> {
  const found = await db<{ table: string; column: string; target: string; key: string }[]>`
    select c.conrelid::regclass::text as table, quote_ident(a.attname) as column, c.confrelid::regclass::text as target,
      quote_ident(k.attname) as key
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f' and cardinality(c.conkey) = 1 and c.confrelid::regclass::text in ${db(tables)}
    order by 1, 2`
  const references = []
  for (const { table, column, target, key } of found) {
    const rows = await db.unsafe<{ key: string }[]>(`select ${key}::text as key from ${target}`)
    if (rows.length > 0) references.push({ table, column, keys: rows.map((row) => row.key) })
  }
  const counts = await countOf(db, references)
  return references.map((reference, index) => ({ ...reference, count: counts[index] ?? 0 }))
}

/** Makes the template with neighbours, and returns what they have. */
export async function settleNeighbours(serverUrl: string): Promise<Neighbours> {
  const admin = connect(serverUrl.replace('/DATABASE', '/postgres'), { max: 1 })
  await admin.unsafe(`create database ${INHABITED} template ${TEMPLATE} strategy file_copy`)
  await admin.end()
  const db = connect(serverUrl.replace('/DATABASE', `/${INHABITED}`), { max: 1 })
  const tables = (
    await db<{ name: string }[]>`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`
  ).map(({ name }) => name)
  const places = new Set((await rowsOf(db, tables)).map(({ table }) => table))
  const others = tables.filter((table) => !places.has(table))
  await db.unsafe(readFileSync(path.join(import.meta.dirname, 'neighbours.sql'), 'utf8')).simple()
  const neighbours = { rows: await rowsOf(db, others), references: await referencesTo(db, others) }
  await db.end()
  return neighbours
}

/** Checks that nothing has happened to the rows of the neighbours, and that they have no further ones. */
export async function expectNeighboursUntouched(db: Database, { rows, references }: Neighbours): Promise<void> {
  const tables = [...new Set(rows.map(({ table }) => table))]
  const present = new Set((await rowsOf(db, tables)).map(({ table, row }) => `${table} ${row}`))
  const missing = rows.filter(({ table, row }) => !present.has(`${table} ${row}`))
  expect(missing, 'rows of neighbours that were changed').toEqual([])
  const counts = await countOf(db, references)
  const added = references.filter(({ count }, index) => counts[index] !== count)
  expect(added, 'foreign keys of rows that neighbours did not have').toEqual([])
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What the neighbours of all tests have. */
    neighbours: Neighbours
  }
}
