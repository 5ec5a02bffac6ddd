import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { MIGRATIONS } from '../../../src/platform/schema/migrate.ts'
import { assertComplete, listSchema, namesIn } from '../../../src/platform/schema/schema-complete.ts'
import { cloneTemplate } from '../../support/database.ts'
import { MAIN } from '../../support/service.ts'

test('schema.sql names all that the migrations have made, and what each trigger writes', async () => {
  const clone = await cloneTemplate(inject('databaseUrl'))
  const db = connect(clone.url, { max: 1 })
  const schema = readFileSync(path.join(MIGRATIONS, 'schema.sql'), 'utf8')
  const names = namesIn(schema).toSorted()
  expect(new Set(names).size).toBe(names.length)
  const made = (await listSchema(db)).map(({ item }) => item)
  const days = await db<{ name: string }[]>`
    select relname as name from pg_class where relispartition and relnamespace = 'public'::regnamespace`
  const ofDays = (item: string) => days.some(({ name }) => item.includes(name))
  expect(made.filter((item) => !ofDays(item)).toSorted()).toEqual(names)
  expect(schema).toMatch(/^CREATE TRIGGER reservation_events_told .*; -- writes event_facts$/m)
  await db.end()
  await clone.drop()
})

test('a start names what a restore has lost; what a later version has changed does not stop it', async () => {
  const clone = await cloneTemplate(inject('databaseUrl'))
  const db = connect(clone.url, { max: 1 })
  const warnings: string[] = []
  const problems = () => assertComplete(db, (text) => warnings.push(text)).catch((error: Error) => error.message)
  expect(await problems()).toBeUndefined()
  await db`alter database ${db(new URL(clone.url).pathname.slice(1))} set search_path = elsewhere, public`
  await db`create index further on properties (title)`
  expect(await problems()).toBeUndefined()

  const trigger = await db<{ name: string; owner: string }[]>`
    select tgname as name, tgrelid::regclass::text as owner from pg_trigger where not tgisinternal limit 1`
  const losses = [
    ['drop index search_homes_city', 'index search_homes_city of search_homes is missing'],
    [
      'alter table conversation_reports drop constraint conversation_reports_once',
      'constraint conversation_reports_once of conversation_reports is missing',
    ],
    ['drop extension unaccent cascade', 'extension unaccent is missing'],
    ['drop function uuid_v7() cascade', 'function uuid_v7 is missing'],
    [
      `alter table ${trigger[0]?.owner} disable trigger ${trigger[0]?.name}`,
      `trigger ${trigger[0]?.name} of ${trigger[0]?.owner} is invalid or disabled`,
    ],
  ]
  for (const [loss = '', problem] of losses) {
    await db
      .begin(async (tx) => {
        await tx.unsafe(loss)
        await expect(assertComplete(tx, () => undefined)).rejects.toThrow(problem)
        throw new Error('undone')
      })
      .catch((error: Error) => expect(error.message).toBe('undone'))
  }

  await db`drop index search_homes_city`
  const service = spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATABASE_URL: clone.url, PORT: '0' },
    encoding: 'utf8',
  })
  expect([service.status, service.stderr.trim()]).toEqual([
    1,
    'The schema of the database is not whole: index search_homes_city of search_homes is missing. ' +
      'Create what is missing as the files in migrations/ say, or restore again.',
  ])
  await db`insert into schema_migrations (version) values ('29991231235959')`
  expect(await problems()).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining('index search_homes_city of search_homes is missing')])
  await db.end()
  await clone.drop()
})
