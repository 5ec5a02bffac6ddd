/** `npm run bench:realtime`: sockets, presence and buses against floors of the same run. It is not a test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { connect } from '../../src/db/client.ts'
import { seedDemo } from '../../src/dev/demo/seed.ts'
import { startEmbedded } from '../../src/dev/postgres/embedded.ts'
import { loadPlaces } from '../../src/places/load.ts'
import { migrate } from '../../src/schema/migrate.ts'
import { redisBinary, startRedis } from '../../tests/support/redis.ts'
import { prepareScene } from '../bookings/scene.ts'
import { benchCommits } from './commits.ts'
import { benchFanOut } from './fan-out.ts'
import { benchNodes } from './nodes.ts'
import { benchStorm } from './storm.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
const redis = redisBinary === undefined ? undefined : await startRedis(redisBinary)
if (redis === undefined)
  console.log('NO REDIS: neither redis-server nor valkey-server is installed, its lines are missing')
try {
  await migrate(server.url())
  const db = connect(server.url(), { max: 10 })
  await loadPlaces(db)
  const app = await buildApp({ config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }), db, jobs: { run: false } })
  await app.ready()
  await seedDemo(app)
  const scene = await prepareScene(app)
  await app.close()
  await db.end()

  const env = { DATABASE_URL: server.url(), DATA_DIR: folder }
  console.log(`\n${''.padEnd(26)}${'this service'.padStart(16)}${'floor'.padStart(18)}`)
  for (const count of [5_000, 10_000]) await benchFanOut(env, count)
  await benchStorm(env)
  await benchNodes(env, 'PostgreSQL')
  if (redis) await benchNodes({ ...env, REDIS_URL: redis.url }, 'Redis')
  await benchCommits(server.url(), scene, redis?.url)
} finally {
  await redis?.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
