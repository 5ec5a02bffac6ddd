import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, inject, onTestFinished } from 'vitest'
import { connect, type Database } from '../../src/platform/db/client.ts'
import { textOfFunctions } from '../../src/platform/schema/functions.ts'
import { listMigrations, MIGRATIONS, migrate } from '../../src/platform/schema/migrate.ts'
import { cloneTemplate, type TestDatabase } from './database.ts'
import { findDrift } from './drift.ts'
import { INHABITED } from './neighbours.ts'

/** The migrations, oldest first. */
export const FILES = listMigrations()

const OBJECTS = `
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as item
    from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations'
    union all select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid is distinct from to_regclass('schema_migrations')
    union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all select format('enum %s %s', typname, (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid))
      from pg_type t where typtype = 'e' and typnamespace = 'public'::regnamespace
    union all select format('domain %s %s', typname, format_type(typbasetype, typtypmod)) from pg_type
      where typtype = 'd' and typnamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('relation %s %s %s', relname, relkind, relpersistence) from pg_class c
      where relnamespace = 'public'::regnamespace and relname not like 'schema_migrations%'
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by 1`

/** All objects of the service in the schema, as text. */
export const describeSchema = (db: Database): Promise<string[]> => describeBy((text) => db.unsafe(text))

/** The same by another driver. What was made from a printed definition has other brackets around the same condition. */
export async function describeBy(query: (text: string) => Promise<{ item: string }[]>): Promise<string[]> {
  return (await query(OBJECTS)).map(({ item }) => item.replaceAll(/[()]/g, ''))
}

/** The tables and how many rows each has. */
export async function countRows(db: Database): Promise<Map<string, number>> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'schema_migrations' order by 1`
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const [row] = await db<{ count: number }[]>`select count(*)::integer from ${db(name)}`
    counts.set(name, row?.count ?? 0)
  }
  return counts
}

/** Days of events and months of the audit are tables that are made as they come, and that no migration knows. */
export async function dropDays(db: Database): Promise<void> {
  const days = await db<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = any (array[to_regclass('events'), to_regclass('audit_entries')])`
  for (const { name } of days) await db`drop table ${db(name)}`
}

/** Runs one way of one migration, as dbmate does. */
export async function go(db: Database, way: 'up' | 'down', file: string): Promise<void> {
  await db.begin((tx) => tx.unsafe(textOf(way, file)))
}

/** Rolls a migration back with all that follow, and migrates again, as a start does with the functions. */
export async function repeatFrom(db: Database, first: string): Promise<void> {
  const files = FILES.slice(FILES.indexOf(first))
  for (const file of files.toReversed()) await go(db, 'down', file)
  for (const file of files) await go(db, 'up', file)
  await db.unsafe(`set check_function_bodies = off; ${textOfFunctions()}; reset check_function_bodies`).simple()
}

/** The statements of one way of a migration. */
export function textOf(way: 'up' | 'down', file: string): string {
  const [up = '', down = ''] = readFileSync(path.join(MIGRATIONS, file), 'utf8').split('-- migrate:down')
  return way === 'up' ? up : down
}

/** Rows that say something of other tables that is not so. */
export async function listUntrue(db: Database): Promise<object[]> {
  const rows = await Promise.all([
    findDrift(db),
    // Without plans, because columns change between two calls.
    db`select c as closure from closures c where not exists (select from occupancy where closure_id = c.id)`.simple(),
    db`select id as rated from properties p
       where rating_count <> (select count(*) from comments where property_id = p.id and hidden_at is null)`.simple(),
    db`select id as balance from reservations r
       where balance_made <> exists (select from payments where reservation_id = r.id and kind = 'balance')`.simple(),
  ])
  return rows.flat()
}

/** Clones of a database with rows in every table, made once for the tests of a `describe`. */
export function filledDatabase() {
  let filled: TestDatabase
  beforeAll(async () => {
    filled = await cloneTemplate(inject('databaseUrl'), INHABITED)
    const db = connect(filled.url, { max: 1 })
    await db.unsafe(readFileSync(path.join(import.meta.dirname, 'traces.sql'), 'utf8')).simple()
    const empty = [...(await countRows(db))].filter(([, rows]) => rows === 0).map(([name]) => name)
    await db.end()
    expect(empty, 'tables without a row in neighbours.sql and traces.sql').toEqual([])
    return filled.drop
  })
  return async () => {
    const { url, drop } = await cloneTemplate(inject('databaseUrl'), filled.name)
    onTestFinished(drop)
    return { url, db: connect(url, { max: 1 }) }
  }
}

/** The schema, and the rows that migrations themselves write, before the first migration and after each. */
export async function readLevels(database: string) {
  const empty = inject('databaseUrl').replace('/DATABASE', `/${database}`)
  await migrate(empty)
  const db = connect(empty, { max: 1 })
  for (const file of FILES.toReversed()) await go(db, 'down', file)
  const schemas = [await describeSchema(db)]
  const rows = [await countRows(db)]
  for (const file of FILES) {
    await go(db, 'up', file)
    schemas.push(await describeSchema(db))
    rows.push(await countRows(db))
  }
  await db.end()
  /** Counts the rows of a table that a migration has made itself. */
  const made = (index: number, name: string) => (rows[index + 1]?.get(name) ?? 0) - (rows[index]?.get(name) ?? 0)
  return { schemas, made }
}
