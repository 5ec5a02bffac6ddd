/**
 * `npm run bench`: ratios to baselines, measured in one run on one machine. It is not a test and fails no build.
 *
 * `-- --all` runs every bench of the house and prints their figures with their goals as Markdown.
 * `-- --only read` (several times) runs a part: read, profile (where the processor time of a read goes), uploads, bookings, overload, hostile, feeds, jobs, start.
 * `-- --beside <commit>` compares with another commit in turns (lab/bench/beside.ts), with `--bench`, `--rounds` and `--only`.
 * `--peer URL` measures what another running service answers beside the read, in turns; `--method POST` and `--header 'name: value'`
 * (several times) say what it is asked.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { seedDemo } from '../../src/dev/demo/seed.ts'
import { startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { connect } from '../../src/platform/db/client.ts'
import { loadPlaces } from '../../src/platform/places/load.ts'
import { migrate } from '../../src/platform/schema/migrate.ts'
import { runAll } from './all.ts'
import { runBeside } from './beside.ts'
import { benchBookings } from './bookings/compare.ts'
import { prepareScene } from './bookings/scene.ts'
import { benchFeeds } from './feeds.ts'
import { benchHostile } from './hostile.ts'
import { benchJobs } from './jobs.ts'
import { benchOverload } from './overload.ts'
import { benchRead, profileRead } from './read/read.ts'
import { benchStart } from './start/start.ts'
import { benchUploads } from './uploads.ts'

const BOOKING_ROUNDS = 5

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    peer: { type: 'string' },
    method: { type: 'string', default: 'GET' },
    header: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    beside: { type: 'string' },
    bench: { type: 'string' },
    rounds: { type: 'string', default: '7' },
  },
})
const headers = Object.fromEntries(values.header.map((line) => line.split(/:\s*/, 2)))
const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).parse(values.method)
const peer = values.peer === undefined ? undefined : { url: values.peer, method, headers }

type Part = 'read' | 'profile' | 'uploads' | 'bookings' | 'overload' | 'hostile' | 'feeds' | 'jobs' | 'start'
const isWanted = (part: Part): boolean => values.only?.includes(part) ?? true

async function benchService(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  try {
    await migrate(server.url())
    const db = connect(server.url(), { max: 10 })
    await loadPlaces(db)
    const config = loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' })
    const app = await buildApp({ config, db, jobs: { run: false } })
    await app.ready()
    await seedDemo(app)
    const [home] = await db<{ id: string }[]>`select id from properties order by id limit 1`
    console.log(`\n${''.padEnd(26)}${'this service'.padStart(16)}${'floor'.padStart(18)}`)
    if (isWanted('read')) await benchRead(server.url(), folder, home?.id ?? '', peer)
    if (isWanted('profile')) await profileRead(server.url(), folder, home?.id ?? '')
    if (isWanted('uploads')) await benchUploads(app, server.url(), folder)
    const bookings = { databaseUrl: server.url(), dataDir: folder, rounds: BOOKING_ROUNDS }
    const scene = isWanted('bookings') || isWanted('overload') ? await prepareScene(app) : undefined
    if (scene && isWanted('bookings')) await benchBookings(bookings, db, scene)
    if (scene && isWanted('overload')) await benchOverload(server.url(), folder, scene)
    if (isWanted('hostile')) await benchHostile(server.url(), folder, home?.id ?? '')
    if (isWanted('feeds')) await benchFeeds(server.url(), folder)
    if (isWanted('jobs')) await benchJobs(server.url())
    await app.close()
    await db.end()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if (isWanted('start')) await benchStart()
}

if (values.beside !== undefined)
  await runBeside({
    commit: values.beside,
    bench: values.bench,
    rounds: Number(values.rounds),
    args: (values.only ?? []).flatMap((part) => ['--only', part]),
  })
else await (values.all ? runAll() : benchService())
