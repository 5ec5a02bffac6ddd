import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { connect } from '../../../src/platform/db/client.ts'
import { applyFunctions, functionsVersion, listFunctions } from '../../../src/platform/schema/functions.ts'
import { migrateAlone } from '../../../src/platform/schema/migrate.ts'
import { cloneTemplate } from '../../support/database.ts'

/** Functions of the database, each a file (docs/decisions/0036-functions-are-files.md). */

async function clone() {
  const { url, drop } = await cloneTemplate(inject('databaseUrl'))
  const db = connect(url, { max: 1 })
  const bodyOf = async (name: string) =>
    (await db<{ body: string }[]>`select pg_get_functiondef(oid) as body from pg_proc where proname = ${name}`)[0]?.body
  const replace = () =>
    db.unsafe(
      'create or replace function event_differs(before jsonb, after jsonb, ignored text[]) returns boolean language sql immutable as $$ select true $$',
    )
  return { url, db, bodyOf, replace, end: () => db.end().then(drop) }
}

test('each function is one file of its name, which creates or replaces it', async () => {
  const { db, end } = await clone()
  const functions = await db<{ name: string }[]>`
    select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  const files = listFunctions().map((file) => path.basename(file, '.sql').replaceAll('-', '_'))
  expect(files.toSorted()).toEqual(functions.map(({ name }) => name).toSorted())
  for (const file of listFunctions()) {
    const [, name] = /^create or replace function (\w+)\(/m.exec(readFileSync(`sql/${file}`, 'utf8')) ?? []
    expect([file, name?.replaceAll('_', '-')]).toEqual([file, path.basename(file, '.sql')])
  }
  await end()
})

test('a start replaces functions of an earlier version, and makes those that are missing', async () => {
  const { url, db, bodyOf, replace, end } = await clone()
  const body = await bodyOf('event_differs')
  await replace()
  await db`drop function event_ranges cascade`
  await db`delete from function_versions where version > 0`
  await migrateAlone(url)
  expect(await bodyOf('event_differs')).toBe(body)
  expect(await bodyOf('event_ranges')).toBeDefined()
  expect((await db`select max(version) as version from function_versions`)[0]).toEqual({
    version: functionsVersion().version,
  })
  await end()
})

test('functions of a later build stay, also when both builds start beside each other', async () => {
  const { url, db, bodyOf, replace, end } = await clone()
  await replace()
  await db`insert into function_versions (version, sha256) values (${functionsVersion().version + 1}, 'later')`
  await Promise.all([migrateAlone(url), migrateAlone(url)])
  await applyFunctions(db)
  expect(await bodyOf('event_differs')).toContain('select true')
  await end()
})
