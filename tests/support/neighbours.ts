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

const rowsOf = async (db: Database, tables: readonly string[]): Promise<Row[]> =>
  db.unsafe<Row[]>(
    tables.map((table) => `select '${table}' as "table", t::text as row from ${table} t`).join(' union all '),
  )

/** Makes the template with neighbours, and returns their rows. */
export async function settleNeighbours(serverUrl: string): Promise<Row[]> {
  const admin = connect(serverUrl.replace('/DATABASE', '/postgres'), { max: 1 })
  await admin.unsafe(`create database ${INHABITED} template ${TEMPLATE} strategy file_copy`)
  await admin.end()
  const db = connect(serverUrl.replace('/DATABASE', `/${INHABITED}`), { max: 1 })
  const tables = (
    await db<{ name: string }[]>`
      select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`
  ).map(({ name }) => name)
  const places = new Set((await rowsOf(db, tables)).map(({ table }) => table))
  await db.unsafe(readFileSync(path.join(import.meta.dirname, 'neighbours.sql'), 'utf8')).simple()
  const rows = await rowsOf(
    db,
    tables.filter((table) => !places.has(table)),
  )
  await db.end()
  return rows
}

/** Checks that nothing has happened to the rows of the neighbours. */
export async function expectNeighboursUntouched(db: Database, neighbours: readonly Row[]): Promise<void> {
  const tables = [...new Set(neighbours.map(({ table }) => table))]
  const present = new Set((await rowsOf(db, tables)).map(({ table, row }) => `${table} ${row}`))
  const missing = neighbours.filter(({ table, row }) => !present.has(`${table} ${row}`))
  expect(missing, 'rows of neighbours that were changed').toEqual([])
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The rows of the neighbours of all tests. */
    neighbours: Row[]
  }
}
