import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, vi } from 'vitest'
import { listParts, listSources, listStatements } from '../../../src/cli/shapes.ts'
import { compose, partOf, slotsOf } from '../../../src/platform/db/fragments.ts'
import { queries, type SearchPart } from '../../../src/platform/db/queries.ts'
import { compileStatement, one, optional } from '../../../src/platform/db/query.ts'
import { test } from '../../support/app.ts'

test('what may wait for a lock is a write', () => {
  const generated = readFileSync('src/platform/db/queries.ts', 'utf8')
  const of = (use: string) =>
    [...generated.matchAll(/\('([\w/-]+)', '(\w+)'\)/g)].filter((match) => match[2] === use).map(([, file]) => file)
  expect(of('write')).toEqual(
    expect.arrayContaining([
      'bookings/states/insert',
      'accounts/auth/update-user',
      'accounts/auth/count-attempt',
      'accounts/auth/lock-email',
      'platform/places/lift-timeouts',
    ]),
  )
  expect(of('replica')).toEqual(expect.arrayContaining(['homes/properties/find', 'homes/search/page']))
  expect(of('read')).toEqual(expect.arrayContaining(['accounts/auth/find-account', 'bookings/states/find-parties']))
  expect(of('read').filter((file) => /\/(insert|update|upsert|delete|lock|take|claim)-/.test(file ?? ''))).toEqual([])
})

test('every statement has a caller', () => {
  const camelCase = (name: string) => name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('db/queries.ts'))
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const taken = [...source.matchAll(/\{([^{}]*)\} = queries\.(\w+)/g)]
  const isCalled = (module: string, name: string) =>
    new RegExp(`\\bqueries\\.${module}\\.${name}\\b`).test(source) ||
    taken.some(([, names = '', from]) => from === module && new RegExp(`\\b${name}\\b`).test(names))
  const statements = listStatements().map((statement) => statement.name)
  expect(statements.length).toBeGreaterThan(300)
  const [module = '', name = ''] = ['auth', 'a-statement-that-nobody-calls']
  expect(isCalled(module, camelCase(name))).toBe(false)
  const unused = statements.filter(
    (file) => !isCalled(camelCase(path.basename(path.dirname(file))), camelCase(path.basename(file))),
  )
  expect(unused).toEqual([])
})

test('every part of a statement has a place in those that it names, and is wanted by somebody', () => {
  const source = globSync('src/**/*.ts')
    .filter((file) => !file.endsWith('db/queries.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const parts = listParts()
  expect(parts.length).toBeGreaterThan(30)
  for (const part of parts) {
    const name = path.basename(part)
    // Files of one module: another one may have a part of that name as well.
    const offers = listSources().filter(
      (one) =>
        path.dirname(one.name) === path.dirname(part) && slotsOf(one.source).some(({ names }) => names.includes(name)),
    )
    expect([part, offers.map((one) => path.basename(one.name)).sort()]).toEqual([
      part,
      partOf(readFileSync(`sql/${part}.sql`, 'utf8')).sort(),
    ])
    // Parts alone in their place are always there.
    const isChoice = offers.some(({ source }) =>
      slotsOf(source).some(({ kind, names }) => names.includes(name) && (kind === 'any' || names.length > 1)),
    )
    if (isChoice) expect(source).toContain(`'${name}'`)
  }
})

describe('a composed statement', () => {
  const source = 'select\n-- one of: a, b\nfrom t where true\n-- any of: c, d\n'
  const part = (name: string) => `<${name}>`

  test('has the wanted parts in the order of its places, and no others', () => {
    expect(compose(source, new Set(['d', 'c', 'a', 'z']), part)).toBe('select\n<a>\nfrom t where true\n<c>\n<d>\n')
    expect(compose(source, new Set(['b']), part)).toBe('select\n<b>\nfrom t where true\n\n')
  })

  test('is refused without a part that it needs, or with two for one place', () => {
    expect(() => compose(source, new Set(['c']), part)).toThrow('0 parts for `-- one of: a, b`')
    expect(() => compose(source, new Set(['a', 'b']), part)).toThrow('2 parts for `-- one of: a, b`')
  })

  test('is prepared once for each shape; on a connection 64 of them stay, those used last', async ({ t }) => {
    const db = t.db.pool.connectAlso()
    const amounts = [
      'bedrooms',
      'bathrooms',
      'room-type',
      'property-type',
      'instant-book',
      'amenities',
      'in-city',
    ] as const
    const first = new Set(['popularity', 'looked-at-once', 'without-price'] as const)
    const params = { limit: 1, offset: 0, bedrooms: 1, bathrooms: 1, amenities: [] }
    const shapes = Array.from({ length: 2 ** amounts.length }, (_, bits) =>
      amounts.filter((_, bit) => (bits >> bit) & 1),
    )
    for (const shape of [...shapes, ...shapes.slice(-3)])
      await queries.search.page(db, new Set<SearchPart>([...first, ...shape]), params)
    const prepared = await db<{ statement: string }[]>`
      select statement from pg_prepared_statements where strpos(statement, ${'from search_homes h'}) > 0`
    await db.end()
    expect(prepared).toHaveLength(64)
    expect(prepared.filter(({ statement }) => statement.includes('instant_book = '))).toHaveLength(32)
  })
})

test('a statement for one row that gives none, or several, is refused', async ({ t }) => {
  const file = 'platform/places/list-countries'
  await expect(optional(file, 'read')(t.db, {})).rejects.toThrow(/gave \d{3} rows/)
  await expect(one(file, 'read')(t.db, {})).rejects.toThrow(/gave \d{3} rows/)
  const nowhere = { country_id: 'XX' }
  expect(await optional('platform/places/find-country', 'read')(t.db, nowhere)).toBeUndefined()
  await expect(one('platform/places/find-country', 'read')(t.db, nowhere)).rejects.toThrow('gave no row')
})

describe('the connections for reads', () => {
  test('refuse to write', async ({ t }) => {
    const write = t.db.pool.run('read', (connection) =>
      connection.unsafe('insert into refreshed_tokens default values'),
    )
    await expect(write).rejects.toMatchObject({ cause: { code: '25006' } })
  })

  test('serve while a counter of attempts is locked', async ({ t }) => {
    const { call } = await t.node({ run: false }, { max: 3, waitMs: 60_000 })
    const login = () => call('POST', '/auth/login', { login: 'nobody@example.org', password: 'wrong' })
    expect((await login()).status).toBe(401)
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
    const holder = t.db.begin(async (tx) => {
      await tx`select from attempt_counters for update`
      lock()
      await held
    })
    await locked
    // More than the reads that one connection takes at once.
    const waiting = Array.from({ length: 9 }, login)
    await vi.waitFor(
      async () => {
        const blocked =
          await t.db`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(blocked.length).toBeGreaterThan(0)
      },
      { timeout: 20_000 },
    )
    expect((await call('GET', '/property/types')).status).toBe(200)
    expect((await call('GET', '//health/ready')).status).toBe(200)
    release()
    await holder
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 401))
  })
})

describe('named parameters', () => {
  test('become numbers, the same name the same number', () => {
    expect(compileStatement('select :a, :b_2, :a')).toEqual({ text: 'select $1, $2, $1', names: ['a', 'b_2'] })
  })

  test('casts, quoted text, identifiers and comments are left alone', () => {
    const { text, names } = compileStatement(
      "-- a :comment\nselect 'it''s :not', \"col:umn\", :yes::text[] -- :neither",
    )
    expect(names).toEqual(['yes'])
    expect(text).toBe("select 'it''s :not', \"col:umn\", $1::text[]")
  })
})
