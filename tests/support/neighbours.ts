import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { connect, type Database } from '../../src/platform/db/client.ts'
import { TEMPLATE } from './database.ts'
import { ROOT } from './folders.ts'

/** The template with neighbours: the rows of people that no test knows. */
export const INHABITED = 'inhabited'

/** Payment details of neighbours, used by no test. */
export const NEIGHBOURS_CURRENCY = 'NOK'

/** A foreign key to rows of neighbours, and their numbers. */
interface Reference {
  table: string
  column: string
  keys: string[]
}

/** A row as PostgreSQL writes it, and the values of its foreign keys to rows of neighbours, with commas between them. */
interface Row {
  table: string
  row: string
  values: string
}

/** Rows of neighbours. */
export interface Neighbours {
  rows: Row[]
  references: Reference[]
}

/** All rows of tables: in one statement, because most of it is what PostgreSQL has to find out about each table. */
const rowsOf = async (db: Database, tables: readonly string[], references: readonly Reference[]): Promise<Row[]> => {
  const columnsOf = Map.groupBy(references, ({ table }) => table)
  const selects = tables.map((table) => {
    const columns = columnsOf.get(table)?.map(({ column }) => `coalesce(${column}::text, '')`) ?? []
    return `select '${table}' as "table", t::text as row, concat_ws(${["','", "''", ...columns].join(', ')}) as "values" from ${table} t`
  })
  return db.unsafe<Row[]>(selects.join(' union all '), [], { prepare: true })
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
  return references
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
  const places = new Set((await rowsOf(db, tables, [])).map(({ table }) => table))
  const others = tables.filter((table) => !places.has(table))
  for (const file of ['tests/support/neighbours.sql', ...globSync('tests/*/*/neighbours.sql', { cwd: ROOT }).sort()])
    await db.unsafe(readFileSync(path.join(ROOT, file), 'utf8')).simple()
  // Their rows were notified before.
  await db.unsafe('delete from event_facts; delete from event_days').simple()
  const references = await referencesTo(db, others)
  const rows = await rowsOf(db, others, references)
  await db.end()
  return { rows, references }
}

/** Text in most rows of neighbours: in their names, texts and addresses. */
const OF_NEIGHBOURS = /neighbour/i

/** Checks that what a test gets to see has nothing of the neighbours. */
export function expectNothingOfNeighbours(text: string): void {
  const at = text.search(OF_NEIGHBOURS)
  if (at < 0) return
  const found = text.slice(Math.max(0, at - 60), at + 70)
  throw new Error(`something of neighbours, whom no test knows: ${found}`)
}

const nameOf = ({ table, row }: Row): string => `${table} ${row}`

/** Checks that nothing has happened to the rows of the neighbours, and that they have no further ones. */
export async function expectNeighboursUntouched(db: Database, { rows, references }: Neighbours): Promise<void> {
  const tables = new Set([...rows, ...references].map(({ table }) => table))
  const present = await rowsOf(db, [...tables], references)
  const names = new Set(present.map(nameOf))
  expect(
    rows.filter((row) => !names.has(nameOf(row))),
    'rows of neighbours that were changed',
  ).toEqual([])
  const known = new Set(rows.map(nameOf))
  const keysOf = Map.groupBy(references, ({ table }) => table)
  const added = present.filter((row) => {
    const [, ...values] = row.values.split(',')
    return (
      values.some((value, index) => keysOf.get(row.table)?.[index]?.keys.includes(value)) && !known.has(nameOf(row))
    )
  })
  expect(added, 'rows that neighbours did not have').toEqual([])
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Rows of the neighbours of all tests. */
    neighbours: Neighbours
  }
}
