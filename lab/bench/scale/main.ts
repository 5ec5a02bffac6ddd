/**
 * `npm run bench:scale [-- --check]`: what one search, booking, message, push and day of a calendar costs in processor time, log and
 * tables, and how many bookings a second follow from it (docs/performance.md, "Scale"). With `--check` the whole mix is run at 10 %, 30 % and 100 % of this
 * machine, and compared with what the model says. Linux only. It is not a test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Pusher from 'pusher-js'
import { buildApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { freePort } from '../../../src/dev/free-port.ts'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { loadLine, round, SERVICE, startServer } from '../support.ts'
import { bookingsASecond, type Cost, costOf, MIX } from './model.ts'
import { operationsOn, type Scene } from './operations.ts'
import { usedByPostgres } from './processor.ts'

const HOMES = 400
const GUESTS = 200
const SOCKETS = 500
const EVENTS = 40
const CLIENTS = 4
const COUNTS: Record<string, number> = {
  search: 600,
  home: 1_500,
  calendar: 600,
  quote: 600,
  booking: 300,
  message: 600,
  'day of calendar': 600,
}
/** Longest time that jobs of the measured work may go on after it. */
const SETTLE_MS = 4_000
/** Time in which a new database gathers the statistics of its tables. */
const NEW_MS = 60_000
const IDLE_MS = 30_000
const CHECK_MS = 30_000

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const folder = mkdtempSync(path.join(tmpdir(), 'sejour-scale-'))
const cluster = path.join(folder, 'postgres')
const postgres = await startEmbedded({ folder: cluster })
await migrate(postgres.url())
const db = connect(postgres.url(), { max: 2 })
await loadPlaces(db)

/** Homes, owners and guests, as rows: making them is not measured. */
async function prepare(api: string): Promise<Scene> {
  const app = await buildApp({
    config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }),
    db,
    jobs: { run: false },
  })
  await app.ready()
  const people = await db<{ id: number; token_version: number }[]>`
    insert into users (username, first_name, last_name, country_id, email, email_verified_at)
    select 'user' || i, 'Ada', i::text, 'FR', 'user' || i || '@example.org', now() from generate_series(1, ${GUESTS + 20}) i
    returning id, token_version`
  const tokens = people.map((one) => ({ id: one.id, token: app.issueToken(one).token }))
  const owners = tokens.splice(0, 20)
  const homes: Scene['homes'] = []
  for (let index = 0; index < HOMES; index++) {
    const { id: owner, token } = owners[index % owners.length] ?? { id: 0, token: '' }
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/properties',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        title: `Maison ${index}`,
        city_id: '2988507',
        base_price: 80 + (index % 60),
        max_guests: 4,
        cleaning_fee: 20,
      },
    })
    homes.push({ id: answer.json().data.id, owner, token })
  }
  const [clock] = await db<{ today: string }[]>`select current_date as today`
  await app.close()
  await db`vacuum analyze`
  return { api, today: clock?.today ?? '', homes, guests: tokens }
}

const port = await freePort()
const provider = await startServer('standin.ts', { WEBHOOK_URL: `http://127.0.0.1:${port}/api/v1/stripe/webhook` })
const node = await startServer(SERVICE, {
  PORT: String(port),
  DATABASE_URL: postgres.url(),
  DATA_DIR: folder,
  STRIPE_API_URL: provider.url,
  INQUIRIES_PER_GUEST: '100000000',
})
const scene = await prepare(`${node.url}/api/v1`)
const operations = operationsOn(scene)

interface Reading {
  at: number
  node: number
  database: number
  wal: number
  tables: number
}

async function read(): Promise<Reading> {
  const [row] = await db<{ wal: number; tables: number }[]>`
    select (pg_current_wal_insert_lsn() - '0/0')::float8 as wal,
      (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace))::float8 as tables`
  return {
    at: performance.now(),
    node: Number(await node.ask('cpu')),
    database: usedByPostgres(cluster),
    wal: row?.wal ?? 0,
    tables: row?.tables ?? 0,
  }
}

/** Cost per second of an idle service. */
async function measureIdle(): Promise<Omit<Cost, 'name'>> {
  await delay(NEW_MS)
  const before = await read()
  await delay(IDLE_MS)
  return between(before, await read(), IDLE_MS / 1000)
}

const between = (before: Reading, after: Reading, count: number): Omit<Cost, 'name'> => ({
  node_ms: (after.node - before.node) / count,
  database_ms: (after.database - before.database) / count,
  wal_bytes: (after.wal - before.wal) / count,
  table_bytes: (after.tables - before.tables) / count,
})

/** Measures work and what follows from it, without what the service costs by itself. */
async function measure(
  name: string,
  count: number,
  idle: Omit<Cost, 'name'>,
  work: () => Promise<void>,
): Promise<Cost> {
  const before = await read()
  await work()
  await delay(SETTLE_MS)
  const after = await read()
  const seconds = (after.at - before.at) / 1000
  const all = between(before, after, count)
  return {
    name,
    node_ms: all.node_ms - (idle.node_ms * seconds) / count,
    database_ms: all.database_ms - (idle.database_ms * seconds) / count,
    wal_bytes: all.wal_bytes - (idle.wal_bytes * seconds) / count,
    table_bytes: all.table_bytes,
  }
}

/** Runs an operation so often, some at a time. */
async function repeat(run: (number: number) => Promise<void>, from: number, count: number): Promise<void> {
  let next = from
  const client = async () => {
    while (next < from + count) await run(next++)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Events to sockets of the stock client that all listen to one channel. */
async function measurePushes(idle: Omit<Cost, 'name'>): Promise<Cost> {
  const { hostname } = new URL(node.url)
  const { host, secret, appId, key } = { host: hostname, secret: 'sejour-secret', appId: 'sejour', key: 'sejour-key' }
  const { default: Server } = await import('pusher')
  const server = new Server({ appId, key, secret, host, port: String(port), useTLS: false })
  let heard = 0
  // The CommonJS build of pusher-js is a property of what Node imports; its types say that it always is.
  const PusherClass = 'default' in Pusher ? Pusher.default : Pusher
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket = new PusherClass(key, {
      wsHost: host,
      wsPort: port,
      forceTLS: false,
      cluster: '',
      enabledTransports: ['ws'],
    })
    const subscribed = new Promise((resolve) => socket.subscribe('news').bind('pusher:subscription_succeeded', resolve))
    socket.channel('news').bind('said', () => heard++)
    return { socket, subscribed }
  })
  await Promise.all(sockets.map(({ subscribed }) => subscribed))
  const cost = await measure('push', SOCKETS * EVENTS, idle, async () => {
    for (let event = 0; event < EVENTS; event++) await server.trigger('news', 'said', { text: 'x'.repeat(200), event })
    while (heard < SOCKETS * EVENTS) await delay(20)
  })
  for (const { socket } of sockets) socket.disconnect()
  return cost
}

/** Runs the mix at a part of what this machine carries, and says what it took beside what the model says. */
async function check(costs: Cost[], idle: Omit<Cost, 'name'>, share: number, firstBooking: number): Promise<void> {
  const cost = costOf(MIX, costs)
  const processors = cpus().length
  const perSecond = (share * processors * 1000) / (cost.node_ms + cost.database_ms) || 0
  const list = Object.entries(MIX).flatMap(([name, count]) => Array.from({ length: count }, () => name))
  const total = Math.round((perSecond * list.length * CHECK_MS) / 1000)
  const done: Record<string, number> = {}
  const before = await read()
  const running = new Set<Promise<void>>()
  for (let index = 0; index < total && performance.now() - before.at < CHECK_MS; index++) {
    const due = before.at + (index / total) * CHECK_MS
    await delay(Math.max(0, due - performance.now()))
    // Mixed, and the same each time.
    const name = list[(index * 97) % list.length] ?? 'home'
    const turn = (done[name] ?? 0) + (name === 'booking' || name === 'day of calendar' ? firstBooking : 0)
    done[name] = (done[name] ?? 0) + 1
    const one = operations[name]?.(turn).catch((error: Error) => console.error(error.message)) ?? Promise.resolve()
    running.add(one)
    void one.finally(() => running.delete(one))
    if (running.size > 64) await Promise.race(running)
  }
  await Promise.all(running)
  await delay(SETTLE_MS)
  const after = await read()
  const seconds = (after.at - before.at) / 1000
  const model = costOf(done, costs)
  const expected = model.node_ms + model.database_ms + (idle.node_ms + idle.database_ms) * seconds
  const used = after.node - before.node + after.database - before.database
  const asked = Object.values(done).reduce((sum, count) => sum + count, 0)
  console.log(
    `| ${round(share * 100)} % | ${round(asked / seconds, 1)} | ${round((done.booking ?? 0) / seconds, 2)} | ${round(used / seconds / 10 / processors, 0)} % | ${round(used / 1000, 1)} s | ${round(expected / 1000, 1)} s | ${round(used / expected, 2)} |`,
  )
}

try {
  console.log(loadLine())
  const warmUp = 40
  for (const run of Object.values(operations)) await repeat(run, 0, warmUp)
  const idle = await measureIdle()
  const costs: Cost[] = []
  for (const [name, run] of Object.entries(operations)) {
    const count = COUNTS[name] ?? 0
    costs.push(await measure(name, count, idle, () => repeat(run, warmUp, count)))
  }
  costs.push(await measurePushes(idle))
  console.log('\n| | node, ms | database, ms | log, bytes | tables, bytes |\n|---|---|---|---|---|')
  for (const { name, ...cost } of [...costs, { name: 'a second of rest', ...idle }])
    console.log(
      `| ${name} | ${round(cost.node_ms, 2)} | ${round(cost.database_ms, 2)} | ${round(cost.wal_bytes)} | ${round(cost.table_bytes)} |`,
    )
  const cost = costOf(MIX, costs)
  const { nodes, database } = bookingsASecond(cost, { nodes: 1, database: 1 })
  console.log(
    `\nA booking with all that goes with it: ${round(cost.node_ms)} ms of nodes, ${round(cost.database_ms)} ms of the database, ${round(cost.wal_bytes / 1024)} KiB of log, ${round(cost.table_bytes / 1024)} KiB of tables.`,
    `One processor carries ${round(nodes, 2)} bookings a second for nodes, ${round(database, 2)} for the database.`,
  )
  if (values.check) {
    console.log(
      '\n| of this machine | requests a second | bookings a second | processors busy | used | the model says | ratio |\n|---|---|---|---|---|---|---|',
    )
    let first = 10_000
    for (const share of [0.1, 0.3, 1]) {
      await check(costs, idle, share, first)
      first += 10_000
    }
  }
  console.log(loadLine())
} finally {
  node.stop()
  provider.stop()
  await db.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
