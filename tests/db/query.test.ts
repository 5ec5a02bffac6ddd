import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, vi } from 'vitest'
import { withConnection } from '../../src/db/client.ts'
import { compileStatement, one, optional } from '../../src/db/query.ts'
import { test } from '../support/app.ts'

test('what may wait for a lock is a write', () => {
  const generated = readFileSync('src/db/queries.ts', 'utf8')
  const of = (use: string) =>
    [...generated.matchAll(/\('([\w/-]+)', '(\w+)'\)/g)].filter((match) => match[2] === use).map(([, file]) => file)
  expect(of('write')).toEqual(
    expect.arrayContaining([
      'stays/insert',
      'auth/update-user',
      'auth/count-attempt',
      'auth/lock-email',
      'places/lift-timeouts',
    ]),
  )
  expect(of('read')).toEqual(expect.arrayContaining(['properties/find', 'search/search']))
  expect(of('read').filter((file) => /\/(insert|update|upsert|delete|lock|take|claim)-/.test(file ?? ''))).toEqual([])
})

test('every statement has a caller', () => {
  const camelCase = (name: string) => name.replaceAll(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())
  const files = globSync('src/**/*.ts').filter((file) => !file.endsWith('db/queries.ts'))
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const taken = [...source.matchAll(/\{([^{}]*)\} = queries\.(\w+)/g)]
  const isCalled = (room: string, name: string) =>
    new RegExp(`\\bqueries\\.${room}\\.${name}\\b`).test(source) ||
    taken.some(([, names = '', from]) => from === room && new RegExp(`\\b${name}\\b`).test(names))
  const statements = globSync('sql/**/*.sql').map((file) => path.relative('sql', file).replace(/\.sql$/, ''))
  expect(statements.length).toBeGreaterThan(300)
  const [room = '', name = ''] = ['auth', 'a-statement-that-nobody-calls']
  expect(isCalled(room, camelCase(name))).toBe(false)
  const unused = statements.filter((file) => !isCalled(camelCase(path.dirname(file)), camelCase(path.basename(file))))
  expect(unused).toEqual([])
})

test('a statement for one row that gives none, or several, is refused', async ({ t }) => {
  const file = 'places/list-countries'
  await expect(optional(file, 'read')(t.db, {})).rejects.toThrow(/gave \d{3} rows/)
  await expect(one(file, 'read')(t.db, {})).rejects.toThrow(/gave \d{3} rows/)
  const nowhere = { country_id: 'XX' }
  expect(await optional('places/find-country', 'read')(t.db, nowhere)).toBeUndefined()
  await expect(one('places/find-country', 'read')(t.db, nowhere)).rejects.toThrow('gave no row')
})

describe('the connections for reads', () => {
  test('refuse to write', async ({ t }) => {
    const write = withConnection(t.db, 'read', (connection) =>
      connection.unsafe('insert into revoked_tokens default values'),
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
