/**
 * `npm run bench:channel`: how soon the channel manager knows a booking, how many of its events are taken in, and a long storm
 * with kills. Ratios to bare loops of the same run. It is not a test and fails no build, except for a disagreement.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import { startChannelStandin } from '../../../src/dev/channel/server.ts'
import { startEmbedded } from '../../../src/dev/postgres/embedded.ts'
import { connect } from '../../../src/platform/db/client.ts'
import { loadPlaces } from '../../../src/platform/places/load.ts'
import { migrate } from '../../../src/platform/schema/migrate.ts'
import { SERVICE, startServer } from '../support.ts'
import { benchIntake } from './intake.ts'
import { benchLatency } from './latency.ts'
import { createScene } from './scene.ts'
import { benchStorm } from './storm.ts'

const KEY = 'key of the bench'

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-channel-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
const manager = await startChannelStandin(KEY)
try {
  await migrate(server.url())
  const db = connect(server.url(), { max: 20 })
  await loadPlaces(db, { smallest: 50_000 })
  const env = {
    DATABASE_URL: server.url(),
    DATA_DIR: folder,
    CHANNEL_MANAGER_URL: manager.url,
    CHANNEL_MANAGER_KEY: KEY,
    CHANNEL_MANAGER_CALLS_PER_MINUTE: '10000',
    CHANNEL_EVENTS_PER_MINUTE: '1000000',
    RESERVATIONS_PER_DAY: '100000000',
  }
  // This process subscribes the homes; another one serves.
  const app = await buildApp({ config: loadConfig({ ...env, LOG_LEVEL: 'silent' }), db, jobs: { run: false } })
  await app.ready()
  const scene = await createScene(app, manager)

  console.log(`\n${''.padEnd(26)}${'this service'.padStart(16)}${'floor'.padStart(18)}`)
  const service = await startServer(SERVICE, env)
  await benchLatency(db, manager, service.url, KEY, scene)
  await benchIntake(app, manager, service.url, scene)
  service.stop()
  await benchStorm(app, manager, env, scene)
  await app.close()
  await db.end()
} finally {
  await manager.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
