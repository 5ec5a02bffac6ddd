import path from 'node:path'
import { test as base, describe, expect, inject, vi } from 'vitest'
import { CITIES } from '../../../src/dev/demo/data.ts'
import { freePort } from '../../../src/dev/free-port.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { cloneTemplate, type TestDatabase } from '../../support/database.ts'
import { temporaryFolder } from '../../support/folders.ts'
import { PRODUCTION } from '../../support/requests.ts'
import { type Service, startService } from '../../support/service.ts'

/** A migrated database without places, and services on it or on one of their own. */
const test = base.extend<{
  folder: string
  empty: TestDatabase
  db: Database
  start: (env?: Record<string, string>) => Service
}>({
  folder: temporaryFolder,
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  empty: async ({}, use) => {
    const clone = await cloneTemplate(inject('databaseUrl'))
    await use(clone)
    await clone.drop()
  },
  db: async ({ empty }, use) => {
    const db = connect(empty.url, { max: 2 })
    await db`truncate place_loads, neighborhoods, cities, countries cascade`
    await use(db)
    await db.end()
  },
  start: async ({ folder }, use) => {
    const started: Service[] = []
    await use((env = {}) => {
      const service = startService({ DATA_DIR: path.join(folder, String(started.length)), PORT: '0', ...env })
      started.push(service)
      return service
    })
    for (const service of started) {
      service.process.kill('SIGTERM')
      await service.exit
    }
  },
})

const LATER = { timeout: 120_000, interval: 100 }

const loads = async (db: Database): Promise<string[]> =>
  (await db<{ part: string }[]>`select part from place_loads order by loaded_at`).map(({ part }) => part)

async function countCities(db: Database): Promise<number> {
  const [row] = await db<{ total: number }[]>`select count(*) as total from cities`
  return row?.total ?? 0
}

async function get(url: string, address: string) {
  const answer = await fetch(`${url}/api/v1${address}`)
  return (await answer.json()) as { data: Record<string, unknown>[]; meta?: { total: number } }
}

describe('the places of a first start', () => {
  test('are there for the demo as soon as it is ready: homes with photos, countries, their cities', async ({
    start,
  }) => {
    const url = await start().ready
    const { data: homes } = await get(url, '/properties/search?city=Annecy')
    expect(homes.length).toBeGreaterThan(0)
    for (const { cover } of homes) expect((await fetch(new URL(String(cover), url))).status).toBe(200)
    expect((await get(url, '/get-countries')).data.length).toBeGreaterThanOrEqual(249)
    for (const { country, city } of CITIES) {
      const found = await get(url, `/get-cities/${country}?q=${encodeURIComponent(city)}`)
      expect(found.data.map(({ name }) => name)).toContain(city)
    }
  })

  // It loads all places twice: `npm run ci:long -- places`.
  test.skipIf(process.env.PLACES !== 'killed')(
    'come after that, and those of a load that was killed with the next start',
    async ({ start, empty, db }) => {
      // The load waits here, in its transaction, until it is killed with its service.
      await db.unsafe(`
      create function wait() returns trigger language plpgsql as
        'begin if new.part = ''all'' then perform pg_sleep(600); end if; return new; end';
      create trigger wait before insert on place_loads for each row execute function wait()`)
      const first = start({ DATABASE_URL: empty.url })
      await first.ready
      await vi.waitFor(async () => {
        const [waiting] = await db`
        select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
        expect(waiting).toBeDefined()
      }, LATER)
      first.process.kill('SIGKILL')
      await first.exit
      await db`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'sejour-places'`
      expect(await loads(db)).toEqual(['first'])
      expect(await countCities(db)).toBeLessThan(10_000)

      await db`drop trigger wait on place_loads`
      const second = start({ DATABASE_URL: empty.url })
      const { data } = await get(await second.ready, '/get-cities/FR?q=lyon')
      expect(data.map(({ name }) => name)).toContain('Lyon')
      await vi.waitFor(async () => expect(await loads(db)).toEqual(['first', 'all']), LATER)
      expect(await countCities(db)).toBeGreaterThan(125_000)
    },
    240_000,
  )

  test('are waited for in production, which says so and answers /health/live until then', async ({
    start,
    empty,
    db,
  }) => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    await db.begin(async (tx) => {
      // Loaders wait here; readers do not.
      await tx`lock table place_loads in exclusive mode`
      const node = start({
        ...PRODUCTION,
        PUBLIC_URL: 'https://sejour.example',
        DATABASE_URL: empty.url,
        PORT: String(port),
        HOST: '127.0.0.1',
      })
      const statusOf = async (address: string) => (await fetch(`${url}${address}`)).status
      await vi.waitFor(async () => expect(await statusOf('/health/live')).toBe(200), { timeout: 20_000 })
      expect([await statusOf('/health/ready'), await statusOf('/api/v1/properties/search')]).toEqual([503, 503])
      expect(node.output()).toContain('the first start is loading countries and cities')
    })
  })

  test('are loaded once by two nodes that start at once', async ({ start, empty, db }) => {
    await db.unsafe(`
      create table inserts (load xid8 default pg_current_xact_id());
      create function note() returns trigger language plpgsql as 'begin insert into inserts default values; return null; end';
      create trigger note after insert on cities for each statement execute function note()`)
    const nodes = [start({ DATABASE_URL: empty.url }), start({ DATABASE_URL: empty.url })]
    await Promise.all(nodes.map(({ ready }) => ready))
    await vi.waitFor(async () => expect(await loads(db)).toEqual(['first', 'all']), LATER)
    // Changes that the second node has begun wait for the first one, and find everything there.
    await vi.waitFor(async () => {
      const waiting = await db`
        select from pg_stat_activity where datname = current_database() and application_name = 'sejour-places'`
      expect(waiting).toHaveLength(0)
    }, LATER)
    // A load is a transaction.
    expect(await db`select distinct load from inserts`).toHaveLength(2)
  })
})
