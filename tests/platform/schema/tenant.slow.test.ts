import { expect, inject, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { describeSchema, FILES } from '../../support/migrations.ts'

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
