import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { test as base, describe, expect, inject } from 'vitest'
import { connect, type Database, transaction } from '../../../src/platform/db/client.ts'
import { assertSessions, assertWays, sharedSessionsOf } from '../../../src/platform/db/cluster/pooler.ts'
import { setAll, settingsFor, type Use } from '../../../src/platform/db/sessions.ts'
import { cloneTemplate, type TestDatabase } from '../../support/database.ts'
import { fastFolder } from '../../support/folders.ts'
import { isInstalled } from '../../support/machine.ts'
import { type PoolMode, pgbouncerBinary, startPooler } from '../../support/pooler.ts'
import { startService } from '../../support/service.ts'

interface Scene {
  database: TestDatabase
  /** Starts a pooler in front of the database; returns the address of the database through it. */
  through(mode: PoolMode, connectQuery?: string): Promise<string>
}

const test = base.extend<{ scene: Scene }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  scene: async ({}, use) => {
    const database = await cloneTemplate(inject('databaseUrl'))
    const stops: (() => Promise<void>)[] = []
    await use({
      database,
      async through(mode, connectQuery) {
        const pooler = await startPooler(pgbouncerBinary ?? '', { serverUrl: database.url, mode, connectQuery })
        stops.push(pooler.stop)
        return Object.assign(new URL(database.url), { port: String(pooler.port) }).href
      },
    })
    for (const stop of stops) await stop()
    await database.drop()
  },
})

const waysOf = (url: string, others: { readUrl?: string; directUrl?: string } = {}) => ({
  url,
  readUrl: undefined,
  directUrl: undefined,
  ca: undefined,
  ...others,
})

/** Settings of the sessions of a pool. */
async function settingsOf(db: Database, use: Use) {
  const names = Object.keys(settingsFor(use))
  const rows = await db.pool.run(use, (connection) =>
    connection<{ name: string; value: string | null }[]>`
      select name, current_setting(name, true) as value from unnest(${names}::text[]) as name`.execute(),
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'started',
    (error: Error) => error.message,
  )

/** The statements that a line of pgbouncer.ini has each connection begin with. */
const queryIn = (line: string | undefined) => /connect_query='(.*)'/.exec(line ?? '')?.[1]

describe.skipIf(!isInstalled('pgbouncer', pgbouncerBinary !== undefined))(
  'a pooler (skipped without pgbouncer)',
  () => {
    test('is noticed where it shares sessions, and nothing is set in those', async ({ scene }) => {
      expect(await sharedSessionsOf(scene.database.url)).toBeUndefined()
      expect(await sharedSessionsOf(await scene.through('session'))).toBeUndefined()
      const url = await scene.through('transaction')
      const before = connect(url, { max: 1, shared: { prepares: false } })
      const plain = await settingsOf(before, 'write')
      expect(plain.statement_timeout).toBe('0')
      // pgbouncer 1.18 of Debian keeps no statements.
      expect(await sharedSessionsOf(url)).toEqual({ prepares: false })
      const db = connect(url, { max: 4, shared: { prepares: false } })
      await Promise.all(Array.from({ length: 8 }, () => transaction(db, (tx) => tx`select 1`)))
      expect(await settingsOf(before, 'write')).toEqual(plain)
      await Promise.all([before.end(), db.end()])
    })

    test('in session mode needs no settings of its own: the service makes them, and hears its notifications', async ({
      scene,
    }) => {
      const ways = waysOf(await scene.through('session'))
      expect(await assertWays(ways)).toBeUndefined()
      const db = connect(ways.url, { max: 4 })
      await assertSessions(db, ways)
      for (const use of ['write', 'read'] as const) expect(await settingsOf(db, use)).toEqual(settingsFor(use))
      await db.end()
    })

    test('in transaction mode needs the way around it, and an entry for reads', async ({ scene }) => {
      const [write, read] = [await scene.through('transaction'), await scene.through('transaction')]
      const directUrl = scene.database.url
      expect(await refusal(assertWays(waysOf(write)))).toMatch(
        /^DATABASE_URL leads through a pooler in transaction mode, .* set DATABASE_DIRECT_URL to PostgreSQL itself, or use session mode\.$/,
      )
      expect(await refusal(assertWays(waysOf(write, { directUrl })))).toMatch(/set DATABASE_READ_URL to it\.$/)
      expect(await refusal(assertWays(waysOf(write, { readUrl: read, directUrl: read })))).toMatch(
        /^DATABASE_DIRECT_URL leads through a pooler in transaction mode/,
      )
      expect(await refusal(assertWays(waysOf(write, { readUrl: directUrl, directUrl })))).toMatch(/the same mode/)
      expect(await refusal(assertWays({ ...waysOf(directUrl), replicaUrls: [read] }))).toMatch(
        /^DATABASE_REPLICA_URLS leads/,
      )
      expect(await assertWays(waysOf(write, { readUrl: read, directUrl }))).toEqual({ prepares: false })
    })

    test('in transaction mode with entries that lack settings is refused with the lines to add, which suffice', async ({
      scene,
    }) => {
      const directUrl = scene.database.url
      const bare = waysOf(await scene.through('transaction'), {
        readUrl: await scene.through('transaction'),
        directUrl,
      })
      const shared = { prepares: false }
      const db = connect(bare.url, { ...bare, max: 4, shared })
      const told = await refusal(assertSessions(db, bare))
      await db.end()
      expect(told).toContain('lack settings (statement_timeout, lock_timeout, idle_in_transaction_session_timeout, jit')
      const [writes, reads] = told.split('\n').filter((line) => line.startsWith(`${scene.database.name} = `))
      expect(writes).toContain(`host=127.0.0.1 port=${new URL(directUrl).port} dbname=${scene.database.name} `)
      const whole = waysOf(await scene.through('transaction', queryIn(writes)), {
        readUrl: await scene.through('transaction', queryIn(reads)),
        directUrl,
      })
      const mended = connect(whole.url, { ...whole, max: 4, shared })
      await assertSessions(mended, whole)
      const write = mended.pool.run('read', (connection) => connection`create table x ()`.execute())
      await expect(write).rejects.toThrow('was taken for a read')
      await transaction(mended, (tx) => tx`create temporary table y () on commit drop`)
      await mended.end()
    })

    test('whose way around it leads to another database is refused', async ({ scene }) => {
      const other = await cloneTemplate(inject('databaseUrl'))
      const [write, read] = (['write', 'read'] as const).map((use) => setAll(settingsFor(use)))
      const ways = waysOf(await scene.through('transaction', write), {
        readUrl: await scene.through('transaction', read),
        directUrl: other.url,
      })
      const db = connect(ways.url, { ...ways, max: 4, shared: { prepares: false } })
      expect(await refusal(assertSessions(db, ways))).toMatch(/^A notification of the database was not heard: /)
      await db.end()
      await other.drop()
    })

    test('in transaction mode carries a service, which says what it lacks in one sentence', async ({ scene }) => {
      const folder = mkdtempSync(path.join(fastFolder(), 'sejour-process-'))
      const [write, read] = (['write', 'read'] as const).map((use) => setAll(settingsFor(use)))
      const ways = {
        DATABASE_URL: await scene.through('transaction', write),
        DATABASE_READ_URL: await scene.through('transaction', read),
        DATABASE_DIRECT_URL: scene.database.url,
      }
      const { DATABASE_DIRECT_URL: _, ...without } = ways
      const refused = startService({ DATA_DIR: folder, PORT: '0', ...without })
      expect(await refused.exit).toBe(1)
      expect(refused.output().trim()).toMatch(/^DATABASE_URL leads through .* set DATABASE_DIRECT_URL [^\n]*$/)
      const service = startService({ DATA_DIR: folder, PORT: '0', ...ways })
      const url = await service.ready
      expect((await fetch(`${url}/health/writable`)).status).toBe(200)
      expect((await fetch(`${url}/api/v1/properties/search`)).status).toBe(200)
      service.process.kill('SIGTERM')
      expect(await service.exit).toBe(0)
      rmSync(folder, { recursive: true, force: true })
    })
  },
)
