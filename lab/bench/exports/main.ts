/**
 * `npm run bench:exports [-- --reservations N]`: N stays (a million by default) of 1,000 homes as CSV, over HTTP, by a client that reads as fast
 * as it can. The floor is PostgreSQL's own CSV of the same statement without pages (COPY). Prints how much the heap has grown, after a
 * collection in the middle of the file. It is not a test and fails no build.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { buildApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect, type Database } from '../../../src/platform/db/client.ts'
import { compileStatement, readShape } from '../../../src/platform/db/query.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { loadLine, report, round } from '../support.ts'

const { values } = parseArgs({ options: { reservations: { type: 'string', default: '1000000' } } })
const count = Number(values.reservations)
if (!Number.isSafeInteger(count) || count < 10_000) throw new Error('--reservations takes 10000 or more')

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')
const heapMegabytes = (): number => {
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

/** Two owners: the first has a half of the stays. Their triggers are off, because nobody is told. */
async function build(db: Database): Promise<void> {
  await loadPlaces(db, { smallest: 500_000 })
  await db`
    insert into users (username, first_name, last_name, email, email_verified_at, role)
    select 'user' || i, 'User', i::text, 'user' || i || '@example.org', now(), 'admin' from generate_series(1, 10000) i`
  await db`
    insert into properties (owner_id, title, property_type, room_type, country_id, city_id, latitude, longitude, timezone,
      max_guests, included_guests, base_price_cents)
    select 1 + i % 2, 'Home ' || i, 'apartment', 'entire_home', c.country_id, c.id, 48, 2, 'Europe/Paris', 4, 2, 10000
    from generate_series(1, 1000) i, (select id, country_id from cities limit 1) c`
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      insert into reservations (property_id, guest_id, check_in, check_out, adults, status, quote, total_cents, due_now_cents, currency)
      select h.id, 1 + i % 10000, date '2020-01-01' + (i / 1000), date '2020-01-04' + (i / 1000), 2, 'completed', '{}', 30000, 30000, 'EUR'
      from generate_series(1, ${count}::integer) i
      join (select id, row_number() over (order by id) as n from properties) h on h.n = 1 + i % 1000`
    await tx`insert into payments (reservation_id, title, amount_cents, currency, status) select id, 'home', 30000, 'EUR', 'paid' from reservations`
  })
  await db`vacuum analyze`
}

const BEGIN: Record<string, string> = {
  after_home: `'00000000-0000-0000-0000-000000000000'`,
  after_day: `'0001-01-01'`,
  after_id: '0',
  limit: String(count),
}

/** Measures the milliseconds that PostgreSQL alone needs to write all stays as CSV. */
async function floor(db: Database): Promise<number> {
  const { text, names } = compileStatement(readShape('integrations/exports/list-reservations', ['as-staff']))
  const filled = text.replaceAll(/\$(\d+)/g, (_, n: string) => BEGIN[names[Number(n) - 1] ?? ''] ?? 'null')
  const start = performance.now()
  const lines = await db.unsafe(`copy (${filled}) to stdout (format csv, header)`).readable()
  for await (const _ of lines);
  return performance.now() - start
}

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-exports-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres'), settings: { shared_buffers: '512MB' } })
try {
  const url = server.url('exports')
  await migrate(url)
  const patient = connect(url, { max: 2, patient: true })
  await build(patient)
  const db = connect(url, { max: 10 })
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: folder, LOG_LEVEL: 'error', DEMO_FRONTEND: 'false' })
  const app = await buildApp({ config, db, jobs: { run: false } })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = app.issueToken({ id: 1, token_version: 1 })
  const headers = { authorization: `Bearer ${token}` }
  console.log(`\n${count} stays as CSV; ${loadLine()}`)

  const least = await floor(patient)
  const before = heapMegabytes()
  let grown = 0
  let bytes = 0
  let rows = -1
  let looks = 1
  const start = performance.now()
  const answer = await fetch(`${address}/api/v1/exports/reservations.csv`, { headers })
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) rows++
    if (rows < (looks * count) / 5) continue
    looks++
    grown = Math.max(grown, heapMegabytes() - before)
  }
  const taken = performance.now() - start
  if (rows !== count) throw new Error(`${rows} rows`)
  const perSecond = (ms: number) => `${round(count / (ms / 1000))} rows/s`
  report('export of stays', perSecond(taken), perSecond(least), least / taken, '>= 0.1')
  console.log(
    `${round(bytes / 1024 / 1024)} MB of CSV; the heap has grown by ${round(grown, 1)} MB at most; ${loadLine()}`,
  )
  await app.close()
  await Promise.all([db.end({ timeout: 1 }), patient.end({ timeout: 1 })])
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
