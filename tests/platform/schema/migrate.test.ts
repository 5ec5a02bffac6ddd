import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { listMigrations, MIGRATIONS, migrate, migrateAlone } from '../../../src/platform/schema/migrate.ts'
import { cloneTemplate, type TestDatabase } from '../../support/database.ts'
import { findDrift } from '../../support/drift.ts'
import { fillEveryTable } from '../../support/everything.ts'

const FILES = listMigrations()
const COUNT = FILES.length

/** All objects of the service in the schema, as text. */
async function describeSchema(db: Database): Promise<string[]> {
  const rows = await db<{ item: string }[]>`
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as item
    from information_schema.columns where table_schema = 'public' and table_name <> 'schema_migrations'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public' and tablename <> 'schema_migrations'
    union all select format('constraint %s %s', conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid <> 'schema_migrations'::regclass
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
  return rows.map(({ item }) => item)
}

/** The tables and how many rows each has. */
async function countRows(db: Database): Promise<Map<string, number>> {
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
async function dropDays(db: Database): Promise<void> {
  const days = await db<{ name: string }[]>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = any (array[to_regclass('events'), to_regclass('audit_entries')])`
  for (const { name } of days) await db`drop table ${db(name)}`
}

/** Runs one way of one migration, as dbmate does. */
async function go(db: Database, way: 'up' | 'down', file: string): Promise<void> {
  const [up = '', down = ''] = readFileSync(path.join(MIGRATIONS, file), 'utf8').split('-- migrate:down')
  await db.begin((tx) => tx.unsafe(way === 'up' ? up : down))
}

/** Rows that say something of other tables that is not so. */
async function listUntrue(db: Database): Promise<object[]> {
  const rows = await Promise.all([
    findDrift(db),
    db`select c as closure from closures c where not exists (select from occupancy where closure_id = c.id)`,
    db`select id as rated from properties p
       where rating_count <> (select count(*) from comments where property_id = p.id and hidden_at is null)`,
    db`select id as balance from reservations r
       where balance_made <> exists (select from payments where reservation_id = r.id and kind = 'balance')`,
  ])
  return rows.flat()
}

describe('with rows in every table', () => {
  let filled: TestDatabase
  const clone = async () => {
    const { url, drop } = await cloneTemplate(inject('databaseUrl'), filled.name)
    onTestFinished(drop)
    return { url, db: connect(url, { max: 1 }) }
  }

  beforeAll(async () => {
    filled = await cloneTemplate(inject('databaseUrl'))
    await fillEveryTable(filled)
    return filled.drop
  })

  test('migrations go down to nothing, and up again to the same schema', async () => {
    const { url, db } = await clone()
    expect([...(await countRows(db))].filter(([, count]) => count === 0)).toEqual([])
    expect(await listUntrue(db)).toEqual([])
    await dropDays(db)
    const first = await describeSchema(db)
    expect(first.length).toBeGreaterThan(200)
    for (let step = 0; step < COUNT; step++) await migrate(url, 'rollback')
    expect(await describeSchema(db)).toEqual([])
    expect(await db`select extname from pg_extension where extname <> 'plpgsql'`).toHaveLength(0)
    await migrate(url)
    expect(await describeSchema(db)).toEqual(first)
    await db.end()
  })

  test('each way down takes one room and leaves the rows of the others as true as they were', async () => {
    const empty = inject('databaseUrl').replace('/DATABASE', '/levels')
    await migrate(empty)
    const other = connect(empty, { max: 1 })
    for (const file of FILES.toReversed()) await go(other, 'down', file)
    const levels = [await describeSchema(other)]
    const own = [await countRows(other)]
    for (const file of FILES) {
      await go(other, 'up', file)
      levels.push(await describeSchema(other))
      own.push(await countRows(other))
    }
    await other.end()

    const { db } = await clone()
    await dropDays(db)
    for (const [index, file] of [...FILES.entries()].reverse()) {
      const before = await countRows(db)
      await go(db, 'down', file)
      expect(await describeSchema(db), `${file} down`).toEqual(levels[index])
      const left = await countRows(db)
      /** How many rows of a table that stays are of this migration itself. */
      const made = (name: string) => (own[index + 1]?.get(name) ?? 0) - (own[index]?.get(name) ?? 0)
      const kept = [...before]
        .filter(([name]) => left.has(name))
        .map(([name, count]) => [name, count - made(name)] as const)
      expect(left, `rows after ${file} down`).toEqual(new Map(kept))

      await go(db, 'up', file)
      expect(await describeSchema(db), `${file} up again`).toEqual(levels[index + 1])
      for (const later of FILES.slice(index + 1)) await go(db, 'up', later)
      expect(await listUntrue(db), `${file} down and up again`).toEqual([])
      for (const later of FILES.slice(index).reverse()) await go(db, 'down', later)
    }
    await db.end()
  })
})

test('migrations go up and down for a role that may not make or drop the extensions', async () => {
  const urlOf = (database: string) => inject('databaseUrl').replace('/DATABASE', `/${database}`)
  const admin = connect(urlOf('postgres'), { max: 1 })
  await admin.unsafe("create role tenant login password 'tenant'")
  await admin.unsafe('create database rented owner tenant')
  await admin.end()
  const landlord = connect(urlOf('rented'), { max: 1 })
  for (const name of ['btree_gist', 'pg_trgm', 'unaccent', 'cube']) await landlord.unsafe(`create extension ${name}`)
  const url = new URL(urlOf('rented'))
  url.username = 'tenant'
  url.password = 'tenant'
  await migrate(url.href)
  for (let step = 0; step < COUNT; step++) await migrate(url.href, 'rollback')
  expect(await describeSchema(landlord)).toEqual([])
  expect(await landlord`select from pg_extension where extname <> 'plpgsql'`).toHaveLength(4)
  await landlord.end()
})

test('a dump restores every index: what they call is found whatever the search path is', async () => {
  const url = inject('databaseUrl').replace('/DATABASE', '/restored')
  await migrate(url)
  const db = connect(url, { max: 1 })
  await db`set search_path = ''`
  const indexes = await db<{ name: string; definition: string }[]>`
    select format('%I.%I', schemaname, indexname) as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and indexdef like '%(%(%' and indexname not in (select conname from pg_constraint)`
  expect(indexes.length).toBeGreaterThan(3)
  for (const { name, definition } of indexes) {
    await db.unsafe(`drop index ${name}`)
    await db.unsafe(definition)
  }
  await db.end()
})

test.for(['20261121000100', '20261122017000'])(
  'a database from before the first release, with migration %s, is refused with what to do',
  async (version) => {
    const url = inject('databaseUrl').replace('/DATABASE', `/unreleased_${version}`)
    await migrate(url)
    const db = connect(url, { max: 1 })
    await db`insert into schema_migrations (version) values (${version})`
    await db.end()
    await expect(migrateAlone(url)).rejects.toThrow('made before version 0.1.0')
  },
)

test('nodes that start at once migrate one after the other', async () => {
  const admin = connect(inject('databaseUrl').replace('/DATABASE', '/postgres'), { max: 1 })
  await admin`create database together`
  await admin.end()
  const url = inject('databaseUrl').replace('/DATABASE', '/together')
  await Promise.all([1, 2, 3].map(() => migrateAlone(url)))
  const db = connect(url, { max: 1 })
  expect(await db`select from schema_migrations`).toHaveLength(COUNT)

  await db`select pg_advisory_lock(hashtextextended('sejour migrations', 0))`
  const { promise: told, resolve: tell } = Promise.withResolvers<string>()
  const waiting = migrateAlone(url, { tell })
  expect(await told).toBe('Another node migrates the database: waiting for it.')
  await db`select pg_advisory_unlock_all()`
  await waiting
  await db.end()
})
