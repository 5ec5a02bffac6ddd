/** `npm run bench:bookings [-- --rounds N]`: contended bookings beside the same SQL in a bare driver loop. It is not a test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { seedDemo } from '../../../src/dev/demo/seed.ts'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { benchBookings } from './compare.ts'
import { prepareScene } from './scene.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
try {
  const databaseUrl = server.url()
  await migrate(databaseUrl)
  const db = connect(databaseUrl, { max: 10 })
  await loadPlaces(db)
  const app = await buildApp({ config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }), db, jobs: { run: false } })
  await app.ready()
  await seedDemo(app)
  await benchBookings({ databaseUrl, dataDir: folder, rounds: Number(values.rounds) }, db, await prepareScene(app))
  await app.close()
  await db.end()
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
