import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { cube } from '@electric-sql/pglite/contrib/cube'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { textOfFunctions } from '../../../src/platform/schema/functions.ts'
import { cloneTemplate } from '../../support/database.ts'
import { describeBy, describeSchema, dropDays, FILES, textOf } from '../../support/migrations.ts'

/** The servers of users are newer than the embedded one: 18.7, where that is 18.4. */
let newest: PGlite
const query = async (text: string) => (await newest.query<{ item: string }>(text)).rows

beforeAll(async () => {
  newest = await PGlite.create({ extensions: { btree_gist, cube, pg_trgm, unaccent } })
  for (const file of FILES) await newest.transaction((tx) => tx.exec(textOf('up', file)))
  await newest.exec(`set check_function_bodies = off; ${textOfFunctions()}`)
})
afterAll(() => newest.close())

test('the newest server makes the same schema', async () => {
  const [server] = await newest.query<{ server_version: string }>('show server_version').then(({ rows }) => rows)
  expect(server?.server_version).toBe('18.7')
  const clone = await cloneTemplate(inject('databaseUrl'))
  const db = connect(clone.url, { max: 1 })
  await dropDays(db)
  expect(await describeBy(query)).toEqual(await describeSchema(db))
  await db.end()
  await clone.drop()
})

/** Why tables refuse a column with a default. */
async function listRefusals(): Promise<string[]> {
  const tables = await query(`
    select oid::regclass::text as item from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  expect(tables.length).toBeGreaterThan(100)
  const refusals: string[] = []
  for (const { item } of tables)
    await newest
      .transaction(async (tx) => {
        await tx.exec(`alter table ${item} add column probe integer not null default 1`)
        await tx.rollback()
      })
      .catch((error: Error) => refusals.push(error.message))
  return refusals
}

// Since 12 November 2026 servers refuse it where an SQL body, a default of an argument or a column has the type of the table's rows.
test('every table can get a column with a default', async () => {
  expect(await listRefusals()).toEqual([])
  await newest.exec('create function binds(c comments) returns integer language sql return c.id')
  expect(await listRefusals()).toEqual([expect.stringContaining('because function binds(comments) uses its row type')])
})
