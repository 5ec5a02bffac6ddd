import { expect, inject, test } from 'vitest'
import { connect, type Database } from '../src/platform/db/client.ts'
import { startApp } from './support/app.ts'
import { takeBench } from './support/clean.ts'
import { cloneTemplate } from './support/database.ts'
import { INHABITED } from './support/neighbours.ts'
import { paid } from './support/payments.ts'

const open = ({ url }: { url: string }) => connect(url, { max: 2 })

/** All rows of a database, and where its sequences stand. */
async function contentOf(db: Database): Promise<Record<string, string>> {
  const tables = await db<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema') order by 1`
  const rows = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as content from ${name} t`,
  )
  const sequences = `select sequencename, coalesce(last_value::text, '') from pg_sequences`
  const found = await db.unsafe<{ name: string; content: string }[]>([...rows, sequences].join(' union all '))
  return Object.fromEntries(found.map(({ name, content }) => [name, content]))
}

/** Starts a service, and returns the name of its database when it has stopped. */
async function use(work: (t: Awaited<ReturnType<typeof startApp>>) => Promise<unknown>): Promise<string> {
  const t = await startApp({}, { run: false }, undefined, { template: INHABITED })
  const [row] = await t.db<{ name: string }[]>`select current_database() as name`
  await work(t)
  await t.close()
  return row?.name ?? ''
}

test('the next service finds a database as the template is', async () => {
  const used = await use((t) => paid(t))
  const clone = await cloneTemplate(inject('databaseUrl'), INHABITED)
  const db = open(clone)
  const content = await contentOf(db)
  await db.end()
  await clone.drop()
  expect(Object.keys(content).length).toBeGreaterThan(100)
  const next = await takeBench(INHABITED, open)
  expect(next.database.name).toBe(used)
  expect(await contentOf(next.db)).toEqual(content)
  await next.release()
})

test.for([
  ['a table', 'create table of_a_test (id integer)'],
  ['a column', 'alter table users add column of_a_test integer'],
  ['a trigger that is off', 'alter table properties disable trigger all'],
  [
    'a row that is gone',
    'delete from cities where id = (select max(id) from cities c where not exists (select from properties p where p.city_id = c.id))',
  ],
  ['statistics', 'analyze users'],
])('a database with %s serves once', async ([, statement = '']) => {
  const used = await use((t) => t.db.unsafe(statement))
  const next = await takeBench(INHABITED, open)
  expect(next.database.name).not.toBe(used)
  // Its pool is not that of services.
  await next.db.end()
  await next.database.drop()
})
