import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { connect, type Database } from '../../src/db/client.ts'
import { migrate, migrateAlone } from '../../src/db/migrate.ts'

const COUNT = readdirSync(path.resolve(import.meta.dirname, '../../migrations')).length

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
    order by 1`
  return rows.map(({ item }) => item)
}

test('migrations go up, down to nothing, and up again to the same schema', async () => {
  const url = inject('databaseUrl').replace('/DATABASE', '/migrations')
  await migrate(url)
  const db = connect(url, { max: 1 })
  const first = await describeSchema(db)
  expect(first.length).toBeGreaterThan(200)
  for (let step = 0; step < COUNT; step++) await migrate(url, 'rollback')
  expect(await describeSchema(db)).toEqual([])
  expect(await db`select extname from pg_extension where extname <> 'plpgsql'`).toHaveLength(0)
  await migrate(url)
  expect(await describeSchema(db)).toEqual(first)
  await db.end()
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

test('a database from before the first release is refused with what to do', async () => {
  const url = inject('databaseUrl').replace('/DATABASE', '/unreleased')
  await migrate(url)
  const db = connect(url, { max: 1 })
  await db`insert into schema_migrations (version) values ('20261121000100')`
  await db.end()
  await expect(migrateAlone(url)).rejects.toThrow('made before version 0.1.0')
})

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
