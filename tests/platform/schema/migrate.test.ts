import { describe, expect, inject, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { migrate, migrateAlone } from '../../../src/platform/schema/migrate.ts'
import { explain } from '../../../src/start/explain.ts'
import { countRows, describeSchema, dropDays, FILES, filledDatabase, listUntrue } from '../../support/migrations.ts'

describe('with rows in every table', () => {
  const clone = filledDatabase()

  test('migrations go down to nothing, and up again to the same schema', async () => {
    const { url, db } = await clone()
    expect([...(await countRows(db))].filter(([, count]) => count === 0)).toEqual([])
    expect(await listUntrue(db)).toEqual([])
    await dropDays(db)
    const first = await describeSchema(db)
    expect(first.length).toBeGreaterThan(200)
    for (let step = 0; step < FILES.length; step++) await migrate(url, 'rollback')
    expect(await describeSchema(db)).toEqual([])
    expect(await db`select extname from pg_extension where extname <> 'plpgsql'`).toHaveLength(0)
    await migrate(url)
    expect(await describeSchema(db)).toEqual(first)
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
  for (let step = 0; step < FILES.length; step++) await migrate(url.href, 'rollback')
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
  expect(await db`select from schema_migrations`).toHaveLength(FILES.length)

  await db`select pg_advisory_lock(hashtextextended('sejour migrations', 0))`
  const { promise: warned, resolve: warn } = Promise.withResolvers<string>()
  const waiting = migrateAlone(url, { warn })
  expect(await warned).toBe('Another node migrates the database: waiting for it.')
  await db`select pg_advisory_unlock_all()`
  await waiting
  await db.end()
})

test('a migration that the server refuses names itself and the server, and changes nothing', async () => {
  const url = inject('databaseUrl').replace('/DATABASE', '/refused')
  await migrate(url)
  const refused = FILES.findIndex((file) => file.includes('reviews.functions'))
  for (const _ of FILES.slice(refused)) await migrate(url, 'rollback')
  const db = connect(url, { max: 1 })
  // The last function of this migration cannot be replaced by one that returns something else.
  await db`drop function reply_editable_until(comments)`
  await db`create function reply_editable_until(c comments) returns text language sql as 'select 1::text'`
  const before = await describeSchema(db)
  const error = await migrateAlone(url).catch((reason: Error) => reason)
  const [server] = await db`show server_version`
  expect(explain(error)).toBe(
    `Migration failed: PostgreSQL ${server?.server_version} refuses 20261129000330_reviews.functions.sql: cannot change return type of existing ` +
      'function. Nothing of this migration is in the database, and nodes of the version before go on with it. See docs/upgrading.md, ' +
      '"When a migration fails".',
  )
  expect(await describeSchema(db)).toEqual(before)
  expect(await db`select from schema_migrations`).toHaveLength(refused)
  await db.end()
})
