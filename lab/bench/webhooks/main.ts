/**
 * `npm run bench:webhooks`: events to a thousand endpoints, of which a hundred never answer. The floor is a bare loop of undici that
 * posts the same body to the same receiver; the delays of those that answer are compared with delays when nobody hangs. It is not a test and
 * fails no build.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { z } from 'zod'
import { buildApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { seal } from '../../../src/platform/lib/sealed.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { loadLine, report, round, startServer } from '../support.ts'

const WORKING = 900
const HANGING = 100
/** Results of the burst. */
const EVENTS = 30
/** Results of the steady load, one a second. */
const SECONDS = 20
/** Number of concurrent requests of the bare loop. */
const AT_ONCE = 1_000

const delays = z.object({ p50: z.number(), p99: z.number() })

const receiver = await startServer('webhooks/receiver.ts', {})
const begin = () => request(`${receiver.url}/begin`).then(({ body }) => body.dump())
const readDelays = async () => delays.parse(await (await request(`${receiver.url}/delays`)).body.json())

/** Resolves when so many have arrived. */
async function arrived(count: number): Promise<void> {
  while (Number(await (await request(`${receiver.url}/count`)).body.text()) < count) await pause(20)
}

/** Deliveries a second of a loop that does nothing else. */
async function floor(body: string): Promise<number> {
  const total = EVENTS * WORKING
  const dispatcher = new Agent({ connections: AT_ONCE })
  await begin()
  const start = performance.now()
  let left = total
  const loop = async () => {
    while (left-- > 0) {
      const answer = await request(`${receiver.url}/works`, { method: 'POST', body, dispatcher })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, loop))
  const rate = total / ((performance.now() - start) / 1_000)
  await dispatcher.close()
  return rate
}

/** A home whose owner changes its title, and the account that the endpoints belong to. */
async function build(db: Database): Promise<void> {
  await loadPlaces(db, { smallest: 500_000 })
  await db`
    insert into users (username, first_name, last_name, email, email_verified_at, role)
    select 'user' || i, 'User', i::text, 'user' || i || '@example.org', now(), 'admin' from generate_series(1, 2) i`
  await db`
    insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone,
      max_guests, included_guests, base_price_cents)
    select 1, 'Home', 'apartment', 'entire_home', country_id, id, 48, 2, 'Europe/Paris', 4, 2, 10000 from cities limit 1`
}

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-webhooks-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres'), settings: { shared_buffers: '256MB' } })
try {
  const url = server.url('webhooks')
  await migrate(url)
  const db = connect(url, { max: 20 })
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error', DEMO_FRONTEND: 'false' })
  await build(db)
  const app = await buildApp({ config, db, jobs: { run: true } })
  await app.ready()
  console.log(`\n${WORKING + HANGING} endpoints, of which ${HANGING} hang; ${loadLine()}`)

  const addEndpoints = (count: number, name: string) =>
    db`insert into webhook_endpoints (created_by, url, types, secret)
      select 1, ${`${receiver.url}/${name}/`} || i, array['property.updated'], ${seal(config, 'secrets of webhook endpoints', randomBytes(32), undefined)} from generate_series(1, ${count}::integer) i`
  let titles = 0
  const change = () => db`update properties set title = ${`Home ${++titles}`}`

  /** Milliseconds between events and their arrivals, when one happens each second. */
  async function steady(): Promise<{ p50: number; p99: number }> {
    await begin()
    for (let second = 0; second < SECONDS; second++) {
      await change()
      await pause(1_000)
    }
    await arrived(SECONDS * WORKING)
    return readDelays()
  }

  await addEndpoints(WORKING, 'works')
  await change()
  await arrived(WORKING)
  const alone = await steady()

  await begin()
  const start = performance.now()
  for (let event = 0; event < EVENTS; event++) await change()
  await arrived(EVENTS * WORKING)
  const rate = (EVENTS * WORKING) / ((performance.now() - start) / 1_000)
  const [body] = await db<{ body: string }[]>`
    select jsonb_build_object('type', type, 'timestamp', created_at, 'data', data)::text as body from events order by position desc limit 1`
  const least = await floor(body?.body ?? '{}')
  report('deliveries in a burst', `${round(rate)}/s`, `${round(least)}/s`, rate / least, '>= 0.4')

  await addEndpoints(HANGING, 'hangs')
  const beside = await steady()
  report('p99 beside those that hang', `${beside.p99} ms`, `${alone.p99} ms`, beside.p99 / alone.p99, '<= 1.5')
  console.log(`p50 ${beside.p50} ms, without them ${alone.p50} ms; ${loadLine()}`)
  await app.close()
  await db.end({ timeout: 1 })
} finally {
  receiver.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
