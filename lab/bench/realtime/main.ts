/**
 * `npm run bench:realtime`: sockets, presence and the bus against floors of the same run. It is not a test.
 *
 * `-- --only commits` (several times) runs a part: fan-out, storm, nodes, steps, killed, commits.
 */
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
import { prepareScene } from '../bookings/scene.ts'
import { loadLine } from '../support.ts'
import { benchCommits } from './commits.ts'
import { benchFanOut } from './fan-out.ts'
import { benchKilled } from './killed.ts'
import { benchNodes } from './nodes.ts'
import { benchSteps } from './steps.ts'
import { benchStorm } from './storm.ts'

/** The larger number is as many as this machine allows one node of them, which is the floor. */
const NODES_SOCKETS = [3_000, 15_000]

const { values } = parseArgs({
  options: { only: { type: 'string', multiple: true }, people: { type: 'string', default: '10000' } },
})

type Part = 'fan-out' | 'storm' | 'nodes' | 'steps' | 'killed' | 'commits'
const isWanted = (part: Part): boolean => values.only?.includes(part) ?? true

const folder = mkdtempSync(path.join(tmpdir(), 'sejour-bench-'))
const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
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
  if (isWanted('fan-out')) for (const count of [5_000, 10_000]) await benchFanOut(env, count)
  if (isWanted('storm')) await benchStorm(env)
  if (isWanted('nodes')) for (const sockets of NODES_SOCKETS) await benchNodes(env, sockets)
  if (isWanted('steps')) await benchSteps(env)
  if (isWanted('killed')) await benchKilled(env, Number(values.people), path.join(folder, 'postgres'))
  if (isWanted('commits')) await benchCommits(server.url(), scene)
  console.log(`sockets: ${loadLine()}`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
