import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { listStatements } from '../src/cli/shapes.ts'
import { effectsOf, effectsOfFunction } from '../src/cli/statement.ts'
import type { Database } from '../src/platform/db/client.ts'
import { slotsOf } from '../src/platform/db/fragments.ts'
import { readSource } from '../src/platform/db/query.ts'
import { test } from './support/app.ts'
import { readBorders } from './support/borders.ts'
import { districtsOfModules, importsOfModules, reachableFrom } from './support/modules.ts'

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
    end $$`,
  )
  expect([sorted(body.writes), sorted(body.reads), body.locks]).toEqual([['d'], ['a', 'b', 'c', 'e', 'f'], true])
})

/** Functions of triggers that note something elsewhere: events, the audit, marks of the channel manager, rows of the search. */
const NOTES = /^(audit|channel_mark|event_of|search)_/

/** Tables of others that a module reads at most: `reservations` reads so many, exports and settlement twelve. */
const MAX_TABLES = 14

const moduleOf = (statement: string): string => statement.split('/').at(-2) ?? ''
/** Modules that stand on all others, and read of all: the data of a person, and those of a company. */
const READ_ALL = ['privacy', 'archive']
const isPartOfAModule = ({ from }: { from: string }): boolean => !READ_ALL.includes(moduleOf(from))

let borders: ReturnType<typeof readBorders> | undefined
/** Reading all statements takes seconds: the tests of this file share it. */
const bordersOf = (db: Database) => (borders ??= readBorders(db))

test('every table has one module', async ({ t }) => {
  const { owners, tables } = await bordersOf(t.db)
  expect(tables.length).toBeGreaterThan(60)
  expect(tables.filter((table) => !owners.has(table))).toEqual([])
  const inSchema = [...owners.keys()].filter((table) => !table.includes('.'))
  expect(inSchema.filter((table) => !tables.includes(table))).toEqual([])
  const modules = importsOfModules()
  expect([...new Set(owners.values())].filter((module) => !modules.has(module))).toEqual([])
})

test('the README of a district names its tables', async ({ t }) => {
  const { owners, tables } = await bordersOf(t.db)
  const districts = districtsOfModules()
  const missing = tables.filter((table) => {
    const module = owners.get(table) ?? ''
    const page = readFileSync(path.join('src', districts.get(module) ?? '', 'README.md'), 'utf8')
    return !new RegExp(`^\\| \`${module}/\` \\|.*\`${table}\``, 'm').test(page)
  })
  expect(missing).toEqual([])
})

test('no module writes into a table of another', async ({ t }) => {
  const { writes } = await bordersOf(t.db)
  expect(writes).toEqual([])
})

test('no trigger changes what is of another module: it only notes, or refuses', async ({ t }) => {
  const { triggered } = await bordersOf(t.db)
  expect(triggered.filter(({ from }) => !NOTES.test(from))).toEqual([])
})

test('the header of a statement says whose tables it reads beside its own, and why', async ({ t }) => {
  const { reads } = await bordersOf(t.db)
  const wrong = listStatements().flatMap(({ name, source }) => {
    const parts = slotsOf(source).flatMap(({ names }) => names)
    const headers = [source, ...parts.map((part) => readSource(path.join(path.dirname(name), part)))]
    const said = headers.flatMap((text) =>
      [...text.matchAll(/^-- reads: ([a-z, -]+): .{15}/gm)].flatMap(([, modules = '']) => modules.split(', ')),
    )
    const found = reads.filter(({ from }) => from === name).map(({ module }) => module)
    if (!isPartOfAModule({ from: name }) || sorted(new Set(said)).join() === sorted(new Set(found)).join()) return []
    return `${name} reads ${sorted(new Set(found)).join(', ')}, and says ${sorted(new Set(said)).join(', ')}`
  })
  expect(wrong).toEqual([])
})

test('no module reads of many tables of others', async ({ t }) => {
  const { reads } = await bordersOf(t.db)
  const tables = Map.groupBy(reads.filter(isPartOfAModule), ({ from }) => moduleOf(from))
  const counts = [...tables].map(([module, all]) => ({ module, tables: new Set(all.map(({ table }) => table)).size }))
  expect(counts.filter((count) => count.tables > MAX_TABLES)).toEqual([])
})

test('no module reads tables of a module that stands on it', async ({ t }) => {
  const { reads } = await bordersOf(t.db)
  const imports = importsOfModules()
  const upwards = reads
    .filter(isPartOfAModule)
    .filter(({ from, module }) => reachableFrom(module, imports).has(moduleOf(from)))
  expect(upwards.map(({ from, table }) => `${from} reads ${table}`)).toEqual([])
})

test('no two modules read each other’s tables', async ({ t }) => {
  const { reads } = await bordersOf(t.db)
  const pairs = new Set(reads.filter(isPartOfAModule).map(({ from, module }) => `${moduleOf(from)} ${module}`))
  expect([...pairs].filter((pair) => pairs.has(pair.split(' ').reverse().join(' ')))).toEqual([])
})
