/** `npm run bench`: ratios to baselines, measured in one run on one machine. It is not a test and fails no build. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '../src/app.ts'
import { loadConfig } from '../src/config.ts'
import { connect } from '../src/db/client.ts'
import { seedDemo } from '../src/dev/demo/seed.ts'
import { startEmbedded } from '../src/dev/postgres/embedded.ts'
import { loadPlaces } from '../src/places/load.ts'
import { migrate } from '../src/schema/migrate.ts'
import { benchBookings } from './bookings/compare.ts'
import { prepareScene } from './bookings/scene.ts'
import { benchJobs } from './jobs.ts'
import { benchRead } from './read.ts'
import { benchStart } from './start.ts'

const BOOKING_ROUNDS = 5

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
  await benchRead(server.url(), folder, home?.id ?? '')
  const bookings = { databaseUrl: server.url(), dataDir: folder, rounds: BOOKING_ROUNDS }
  await benchBookings(bookings, db, await prepareScene(app))
  await benchJobs(server.url())
  await app.close()
  await db.end()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
await benchStart()
