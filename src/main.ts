import { setTimeout as wait } from 'node:timers/promises'
import v8 from 'node:v8'
import type { FastifyInstance } from 'fastify'
import packageJson from '../package.json' with { type: 'json' }
import { type Config, loadConfig } from './config.ts'
import { answerLive } from './operations/health/live.ts'
import { assertOwnDatabase, warnOfSecrets } from './operations/health/own-database.ts'
import { connect, type Database, type SharedSessions } from './platform/db/client.ts'
import type { Ways } from './platform/db/cluster/cluster.ts'
import type { OpenReplicas } from './platform/db/cluster/replicas.ts'
import { poolerOn, replicasOn } from './platform/db/ways.ts'
import { type Part, startLoading } from './platform/places/load.ts'
import { BACKLOG } from './platform/plugins/connections.ts'
import { remindToEnable } from './platform/schema/enabled.ts'
import { migrateAlone } from './platform/schema/migrate.ts'
import { assertComplete } from './platform/schema/schema-complete.ts'
import { explain } from './start/explain.ts'
import { mayPass, takesNoWrites, Waiting } from './start/waiting.ts'

const PARENT_CHECK_MS = 500
/** Pause before a start is tried again. */
const RETRY_MS = 1_000

/** Time-out of the stop of a service that has not started. */
const STARTING_GRACE_SECONDS = 25

type Release = () => Promise<void> | void

/** Functions that stop the started parts, in the order of the start; they run in reverse. */
const releases: Release[] = []
/** The same of the present attempt to start, which go first. */
const ofAttempt: Release[] = []

/** The service that listens; undefined before. */
let service: FastifyInstance | undefined

/** Milliseconds of the phases of the start, one after the other, which the log has. */
const phases: Record<string, number> = {}
let phaseBegan = 0

/** Ends a phase; the first one began with the process. */
function ended(phase: string): void {
  const now = performance.now()
  phases[phase] = Math.round(now - phaseBegan)
  phaseBegan = now
}

/** State that all attempts to start share. */
interface Start {
  config: Config
  ways: Ways
  replicas: OpenReplicas | undefined
  parts: Promise<{
    build: typeof import('./app.ts').buildApp
    settle: typeof import('./start/settle.ts').settleBeforeStart
    /** The stand-ins of a developer's machine. */
    local: Awaited<ReturnType<typeof import('./dev/local.ts').startLocally>> | undefined
  }>
}

async function start(): Promise<void> {
  ended('process')
  const config = loadConfig(process.env)
  // Both take about as long: the modules are read while the database starts.
  const modules = Promise.all([import('./app.ts'), import('./start/settle.ts'), readLocal(config)])
  const url = config.databaseUrl ?? (await startDatabase(config))
  ended('database')
  const parts = modules.then(async ([{ buildApp }, { settleBeforeStart }, startLocally]) => ({
    build: buildApp,
    settle: settleBeforeStart,
    local: await startLocally?.(config, onStop),
  }))
  // An error is that of the attempt that needs them.
  parts.catch(() => undefined)
  const ways = {
    ...config.databaseWays,
    url,
    replicaUrls: config.databaseReplicas.urls,
    ca: config.databaseCa,
  }
  await startOn({ config, ways, parts, replicas: await replicasOn(config.databaseReplicas) })
}

/** Starts when the database takes writes; until then serves reads where it answers them, and tries again. */
async function startOn(own: Start): Promise<void> {
  const waiting = new Waiting((text) => console.warn(text))
  const failureOf = async (): Promise<{ error: unknown } | undefined> =>
    attempt(own).then(
      () => undefined,
      (error: unknown) => ({ error }),
    )
  for (let failure = await failureOf(); failure !== undefined; failure = await failureOf()) {
    if (stopping || !mayPass(failure.error)) throw failure.error
    await release(ofAttempt)
    waiting.because(explain(failure.error))
    if (takesNoWrites(failure.error)) await serveReads(own)
    await wait(RETRY_MS)
  }
  waiting.end()
  await finish(own)
}

function open({ config, ways, replicas }: Start, shared: SharedSessions | undefined): Database {
  const db = connect(ways.url, {
    ...ways,
    replicas,
    shared,
    max: config.databasePool,
    waitMs: config.databaseWaitMs,
  })
  ofAttempt.push(() => db.end({ timeout: 5 }))
  return db
}

async function listen(app: FastifyInstance): Promise<void> {
  const { port, host } = app.config
  await app.listen({ port, host, backlog: BACKLOG })
  service = app
}

async function attempt(own: Start): Promise<void> {
  const { config, ways, parts } = own
  await assertOwnDatabase(ways, config, (warning) => console.warn(warning))
  const pooler = await poolerOn(ways)
  const shared = await pooler?.assertWays(ways)
  ended('ways')
  const directUrl = ways.directUrl ?? ways.url
  await migrateAlone(directUrl, { ca: config.databaseCa })
  ended('migrations')
  const db = open(own, shared)
  await pooler?.assertSessions(db, ways)
  await assertComplete(db, (warning) => console.warn(warning))
  await remindToEnable(db, (warning) => console.warn(warning))
  if (config.earlierVariables.length > 0)
    console.warn(
      `${config.earlierVariables.join(', ')}: LIMITS and KEEP have these numbers now (docs/configuration.md). The variables work until 1 June 2027.`,
    )
  if (config.unusedVariables.length > 0)
    console.warn(`Variables that serve no more: ${config.unusedVariables.join(', ')} (docs/upgrading.md). Remove them.`)
  await warnOfSecrets(db, (warning) => console.warn(warning))
  ended('check')
  // A new database: a developer does not wait for villages; in production nobody finds a service without them.
  const loading = await startPlaces(db, own, config.production ? 'all' : 'first')
  const places = loading?.done ?? Promise.resolve()
  // An error is that of the start, below.
  places.catch(() => undefined)
  const { build, settle, local } = await parts
  ended('modules')
  await settle({ config, db, standIns: local?.standIns })
  const app = await build({ config, db, standIns: local?.standIns })
  ofAttempt.push(() => app.close())
  await app.ready()
  ended('service')
  await local?.prepare(app, places)
  if (config.production && loading) await liveUntil(app, places)
  await places
  ended('data')
  await listen(app)
}

/** Says that the service has started; outside of production it loads the other places then. */
async function finish(own: Start): Promise<void> {
  const { config, parts } = own
  const app = service
  if (app === undefined) return
  const { local } = await parts
  local?.greet(app)
  ended('port')
  const purpose = config.rehearsal ? { rehearsal: true } : {}
  app.log.info({ version: packageJson.version, process_ms: Math.round(phaseBegan), phases, ...purpose }, 'started')
  if (config.production)
    app.log.info('`npm run prove` tries the services of this installation (docs/deployment.md, "Proof")')
  // The value of V8, from which src/start.js keeps a start.
  v8.setFlagsFromString('--semi-space-growth-factor=2')
  if (config.production) return
  try {
    await (await startPlaces(app.db, own, 'all'))?.done
    app.log.info('all places are loaded')
  } catch (err) {
    if (!stopping) app.log.error({ err }, 'the next start will load the other places')
  }
}

/** Serves reads until the database takes writes. Runs no jobs: what the start looks at before them has to be written. */
async function serveReads(own: Start): Promise<void> {
  const { config, ways, parts } = own
  const [{ build, local }, { healthOf }] = await Promise.all([parts, import('./operations/health/health.ts')])
  try {
    const pooler = await poolerOn(ways)
    const db = open(own, await pooler?.assertWays(ways))
    const app = await build({ config, db, standIns: local?.standIns, jobs: { run: false } })
    ofAttempt.push(() => app.close())
    await app.ready()
    await listen(app)
    app.log.warn('the database accepts no writes: this node serves reads, and will finish its start later')
    while (!stopping && !(await healthOf(db)).writes) await wait(RETRY_MS)
  } catch (error) {
    // A server in recovery refuses LISTEN too, for example.
    if (!mayPass(error)) throw error
  }
  if (stopping) return
  service = undefined
  await release(ofAttempt)
}

async function release(parts: Release[]): Promise<void> {
  for (const one of parts.splice(0).reverse())
    await Promise.resolve(one()).catch((error: unknown) => console.error('While stopping:', error))
}

const onStop = (release: () => Promise<void> | void) => void releases.push(release)

/** The embedded PostgreSQL of a developer's machine; production never loads its code. */
async function startDatabase(config: Config): Promise<string> {
  const { startDatabase } = await import('./dev/postgres/database.ts')
  return startDatabase(config, onStop)
}

/** Starts the stand-ins of a developer's machine; production never loads their code. */
const readLocal = async ({ production }: Config) =>
  production ? undefined : (await import('./dev/local.ts')).startLocally

/** Loads a part of the places, unless it is there. What a stop interrupts is loaded by the next start. */
async function startPlaces(db: Database, { config, ways }: Start, part: Part) {
  const direct = { url: ways.directUrl ?? ways.url, ca: config.databaseCa }
  const loading = await startLoading(db, direct, part)
  if (loading) ofAttempt.push(() => loading.stop())
  return loading
}

/** Says that the first start loads places, and answers /health/live until they are there. */
async function liveUntil({ config, log }: FastifyInstance, places: Promise<void>): Promise<void> {
  log.info('the first start is loading countries and cities; until it is done, only /health/live answers')
  const end = await answerLive(config)
  ofAttempt.push(end)
  await places
  await end()
}

let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  if (service) await leave(service)
  const begun = Date.now()
  const grace = service?.config.shutdownGraceSeconds ?? STARTING_GRACE_SECONDS
  setTimeout(() => {
    service?.log.warn({ seconds: grace }, 'shutdown grace is over; remaining work is cut off')
    process.exit(exitCode)
  }, grace * 1_000).unref()
  await release(ofAttempt)
  await release(releases)
  service?.log.info({ ms: Date.now() - begun }, 'stopped')
  process.exit(exitCode)
}

/** Goes on serving while readiness says no, until load balancers have noticed and send nobody any more. */
async function leave(app: FastifyInstance): Promise<void> {
  const { shutdownDelaySeconds } = app.config
  app.leaving = true
  app.log.info({ delay_seconds: shutdownDelaySeconds }, 'stopping')
  await wait(shutdownDelaySeconds * 1_000)
}

/** The shell of npm does not pass SIGTERM on. When it ends, this process loses its parent and stops as well. */
function stopWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) void stop(0)
  }, PARENT_CHECK_MS).unref()
}

process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
start().catch(async (error: unknown) => {
  // Ctrl-C in a terminal ends the processes that this one waits for as well: no error of the start.
  if (!stopping) console.error(explain(error))
  await stop(1)
})
