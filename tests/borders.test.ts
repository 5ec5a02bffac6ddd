import { existsSync } from 'node:fs'
import { expect } from 'vitest'
import { effectsOf, effectsOfFunction } from '../src/cli/statement.ts'
import { test } from './support/app.ts'
import { readBorders } from './support/borders.ts'

const sorted = (names: Iterable<string>) => [...names].sort()

test('what a statement does is read with PostgreSQL’s own grammar', async () => {
  const effects = await effectsOf(`
    with gone as (delete from a where id in (select a_id from b) returning id),
      held as (select c.id from c join gone on gone.id = c.id for update of c)
    update d set x = counted('y') from held h where d.id = h.id and exists (select from other.e)`)
  expect([sorted(effects.writes), sorted(effects.reads)]).toEqual([
    ['a', 'd'],
    ['b', 'c', 'other.e'],
  ])
  expect([effects.locks, sorted(effects.calls)]).toEqual([true, ['counted']])
  const body = await effectsOfFunction(
    `
    create function f() returns trigger language plpgsql as $$
    declare x integer := (select count(*) from a); w record;
    begin
      perform from b where id = new.id for no key update;
      for w in select * from c loop insert into d values (w.id); end loop;
      if exists (select from e) then x := (select max(id) from f); end if;
      return null;
    end $$`.replace('language plpgsql', 'LANGUAGE plpgsql'),
  )
  expect([sorted(body.writes), sorted(body.reads), body.locks]).toEqual([['d'], ['a', 'b', 'c', 'e', 'f'], true])
})

/** Why the functions that triggers run change tables of other rooms. */
const TRIGGERS: Record<string, string> = {
  channel_mark_days: 'whoever changes prices of days, the channel manager learns it',
  channel_mark_home: 'whoever changes a home, the channel manager learns it',
  channel_mark_occupancy: 'whoever takes or frees nights, the channel manager learns it',
  channel_mark_seasons: 'whoever changes a season, the channel manager learns it',
  occupancy_keep_busy: 'a home’s row has its taken nights, by which searches filter',
  properties_keep_days: 'a home’s row has its days of other prices, by which searches filter',
}

test('every table has one room', async ({ t }) => {
  const { owners, tables } = await readBorders(t.db)
  expect(tables.length).toBeGreaterThan(60)
  expect(tables.filter((table) => !owners.has(table))).toEqual([])
  const inSchema = [...owners.keys()].filter((table) => !table.includes('.'))
  expect(inSchema.filter((table) => !tables.includes(table))).toEqual([])
  expect([...new Set(owners.values())].filter((room) => !existsSync(`src/${room}`))).toEqual([])
})

test('no room writes into a table of another', async ({ t }) => {
  const { writes } = await readBorders(t.db)
  expect(writes).toEqual([])
})

test('triggers that do are few, and say why', async ({ t }) => {
  const { triggered } = await readBorders(t.db)
  expect(sorted(new Set(triggered.map(({ from }) => from)))).toEqual(sorted(Object.keys(TRIGGERS)))
})
