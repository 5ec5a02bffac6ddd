/**
 * `npm run bench:retention [-- --rows N]`: N old rows (five million by default: notifications, events of webhooks, past days of
 * calendars, messages) leave while people book and read, beside the same requests before. It is not a test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { request } from 'undici'
import { buildApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { seedDemo } from '../../../src/dev/demo/seed.ts'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { housekeeping } from '../../../src/operations/health/housekeeping.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { addDays } from '../../../src/platform/lib/days.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { keep, round, SERVICE, startServer } from '../support.ts'

const BEFORE_MS = 30_000
/** People who book and read at once, each without a pause. */
const CLIENTS = 4
const HOMES_WITH_DAYS = 2_000

const { values } = parseArgs({ options: { rows: { type: 'string', default: '5000000' } } })
const rows = Number(values.rows)
if (!Number.isSafeInteger(rows) || rows < 10_000) throw new Error('--rows takes 10000 or more')

/** Half are notifications, a fifth events, a fifth past days, a tenth messages in conversations of ten. */
async function fill(db: Database): Promise<void> {
  const [user] = await db<{ id: number }[]>`select min(id) as id from users`
  const first = user?.id ?? 0
  await db`
    insert into notifications (user_id, type, content, dedupe_key, created_at)
    select ${first}, 'new_message', jsonb_build_object('sender', 'Message', 'excerpt', repeat('word ', 20)), n::text, now() - interval '500 days'
    from generate_series(1, ${rows / 2}::integer) n`
  await db`
    insert into inbound_events (provider, event_id, type, payload, status, received_at, settled_at)
    select 'stripe', n::text, 'x', jsonb_build_object('text', repeat('word ', 100)), 'applied', now() - interval '100 days', now() - interval '100 days'
    from generate_series(1, ${rows / 5}::integer) n`
  await db`
    insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone,
      max_guests, included_guests, base_price_cents)
    select ${first}, 'Home', 'apartment', 'entire_home', country_id, id, 48, 2, 'Europe/Paris', 4, 2, 10000
    from (select id, country_id from cities limit 1) city, generate_series(1, ${HOMES_WITH_DAYS}::integer)`
  await db`
    insert into calendar_days (property_id, day, price_cents)
    select p.id, current_date - 440 - n, 12000
    from (select id from properties where title = 'Home') p, generate_series(1, ${rows / 5 / HOMES_WITH_DAYS}::integer) n`
  await db`
    insert into users (username, first_name, last_name, email)
    select 'writer' || n, 'User', 'User', 'writer' || n || '@example.org' from generate_series(1, ${rows / 100}::integer) n`
  await db`
    insert into conversations (low_id, high_id)
    select ${first}, id from users where username like 'writer%'`
  await db`
    insert into messages (conversation_id, sender_id, receiver_id, content, created_at)
    select id, low_id, high_id, 'Is the key still under the third flower pot?', now() - interval '500 days'
    from conversations, generate_series(1, 10)
    where high_id in (select id from users where username like 'writer%')`
  await db`
    insert into conversation_sides (user_id, other_id, conversation_id, last_message_id)
    select p.user_id, p.other_id, c.id, m.last_id
    from conversations c
    join users writer on writer.id = c.high_id and writer.username like 'writer%'
    join (select conversation_id, max(id) as last_id from messages group by 1) m on m.conversation_id = c.id
    cross join lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) p (user_id, other_id)`
  // The demo has a conversation of its own.
  await db`
    insert into conversation_totals select user_id, count(*) from conversation_sides group by 1
    on conflict (user_id) do update set total = excluded.total`
  await db`vacuum analyze`
}

const tables = ['notifications', 'inbound_events', 'calendar_days', 'messages'] as const

async function countOld(db: Database): Promise<number> {
  let total = 0
  for (const table of tables) {
    const age =
      table === 'calendar_days'
        ? db`day < current_date - 430`
        : table === 'inbound_events'
          ? db`settled_at < now() - interval '95 days'`
          : db`created_at < now() - interval '400 days'`
    const [row] = await db<{ count: number }[]>`select count(*) from ${db(table)} where ${age}`
    total += row?.count ?? 0
  }
  return total
}

interface Times {
  reads: number[]
  writes: number[]
  failed: number
}

const at = (times: number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-retention-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
try {
  await migrate(server.url())
  const db = connect(server.url(), { max: 4, patient: true })
  await loadPlaces(db)
  const app = await buildApp({ config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }), db, jobs: { run: false } })
  await app.ready()
  await seedDemo(app)
  const homes = await db<{ id: string }[]>`select id from properties where status = 'published' order by id`
  const guests = await db<{ id: number }[]>`
    insert into users (username, first_name, last_name, email, email_verified_at)
    select 'guest' || i, 'Guest', i::text, 'guest' || i || '@example.org', now() from generate_series(1, ${CLIENTS}) i
    returning id`
  const tokens = guests.map(({ id }) => app.issueToken({ id, token_version: 1 }).token)
  await fill(db)
  const service = await startServer(SERVICE, {
    DATABASE_URL: server.url(),
    DATA_DIR: folder,
    MESSAGES_KEEP_DAYS: '365',
  })

  /** Lets all clients read and book until the end. */
  async function use(until: () => boolean): Promise<Times> {
    const times: Times = { reads: [], writes: [], failed: 0 }
    const send = async (into: number[], path: string, options: object) => {
      const begin = performance.now()
      const { statusCode, body } = await request(`${service.url}/api/v1${path}`, options)
      await body.dump()
      into.push(performance.now() - begin)
      if (statusCode >= 500) times.failed++
      // Nights may be taken; anything else is a mistake of the bench.
      else if (statusCode >= 400 && statusCode !== 409) throw new Error(`${path} is ${statusCode}`)
    }
    await Promise.all(
      tokens.map(async (token, client) => {
        for (let turn = 0; !until(); turn++) {
          const home = homes[(turn + client) % homes.length]?.id ?? ''
          await send(times.reads, `/properties/${home}`, {})
          const check_in = addDays(new Date().toISOString().slice(0, 10), 1 + ((turn * CLIENTS + client) % 300))
          const body = JSON.stringify({ property_id: home, check_in, check_out: addDays(check_in, 2), adults: 1 })
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
          await send(times.writes, '/reservations', { method: 'POST', headers, body })
        }
      }),
    )
    return times
  }

  const start = performance.now()
  await use(() => performance.now() - start > 5_000)
  const begin = performance.now()
  const before = await use(() => performance.now() - begin > BEFORE_MS)
  const old = await countOld(db)
  const deleting = performance.now()
  await app.jobs.enqueue(db, housekeeping, {})
  let done = false
  const [during] = await Promise.all([
    use(() => done),
    (async () => {
      while ((await countOld(db)) > 0) await pause(5_000)
      done = true
    })(),
  ])
  const seconds = (performance.now() - deleting) / 1000
  service.stop()
  console.log(
    `\n${old} old rows left in ${round(seconds)} s (${round(old / seconds)}/s), ${CLIENTS} clients beside them`,
  )
  for (const [name, kind] of [
    ['one-row read', 'reads'],
    ['booking', 'writes'],
  ] as const)
    for (const [label, part] of [
      ['p50', 0.5],
      ['p99', 0.99],
      ['longest', 1],
    ] as const) {
      const [alone, beside] = [at(before[kind], part), at(during[kind], part)]
      keep({
        name: `${name} beside a deletion, ${label}`,
        measured: `${round(beside, 1)} ms`,
        floor: `${round(alone, 1)} ms`,
        value: beside / alone,
        goal: '',
      })
      console.log(
        `  ${name.padEnd(14)}${label.padEnd(8)}${round(alone, 1).padStart(9)} ms before${round(beside, 1).padStart(9)} ms meanwhile   ratio ${round(beside / alone, 2)}`,
      )
    }
  console.log(`  answers of 5xx: ${before.failed} before, ${during.failed} meanwhile`)
  await app.close()
  await db.end()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
