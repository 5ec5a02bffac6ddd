import { setTimeout as wait } from 'node:timers/promises'
import v8 from 'node:v8'
import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError, loadConfig } from './config.ts'
import { connect, type Database } from './db/client.ts'
import { databaseError, isAway } from './db/errors.ts'
import { assertSessions, assertWays, UnfitSessionsError } from './db/pooler.ts'
import { assertOwnDatabase } from './operations/own-database.ts'
import { startLoading } from './places/load.ts'
import type { Part } from './places/sources.ts'
import { BACKLOG } from './plugins/connections.ts'
import { migrateAlone } from './schema/migrate.ts'
import { assertWhole, IncompleteSchemaError } from './schema/whole.ts'

const PARENT_CHECK_MS = 500

/** How long the stop of a service that has not started may take. */
const STARTING_GRACE_SECONDS = 25

/** Functions that stop the started parts, in the order of the start; they run in reverse. */
const releases: (() => Promise<void> | void)[] = []

/** The started service; undefined before. */
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

async function start(): Promise<void> {
  ended('process')
  const config = loadConfig(process.env)
  // Both take about as long: the modules are read while the database starts.
  const modules = Promise.all([import('./app.ts'), import('./reconcile.ts'), readLocal(config)])
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config))
  const ways = {
    ...config.databaseWays,
    url: databaseUrl,
    replicaUrls: config.databaseReplicas.urls,
    ca: config.databaseCa,
  }
  const shared = await assertWays(ways)
  await assertOwnDatabase(ways, config, (warning) => console.warn(warning))
  ended('database')
  const directUrl = ways.directUrl ?? databaseUrl
  await migrateAlone(directUrl, { ca: config.databaseCa })
  ended('migrations')
  const db = connect(databaseUrl, {
    ...ways,
    shared,
    replicas: config.databaseReplicas,
    max: config.databasePool,
    waitMs: config.databaseWaitMs,
  })
  releases.push(() => db.end({ timeout: 5 }))
  await assertSessions(db, ways)
  await assertWhole(db, (warning) => console.warn(warning))
  ended('check')
  // Of a new database: a developer does not wait for villages; in production nobody finds a service without them.
  const places = loadPlaces(db, directUrl, config.production ? 'all' : 'first')
  // An error is that of the start, below.
  places.catch(() => undefined)

  const [{ buildApp }, { settleBeforeStart }, startLocally] = await modules
  ended('modules')
  const local = await startLocally?.(config, onStop)
  ended('stand-ins')
  await settleBeforeStart({ config, db, standIns: local?.standIns })

  const app = await buildApp({ config, db, standIns: local?.standIns })
  releases.push(() => app.close())
  service = app
  await app.ready()
  ended('service')
  await local?.prepare(app, places)
  await places
  ended('data')
  await app.listen({ port: config.port, host: config.host, backlog: BACKLOG })
  local?.greet(app)
  ended('port')
  const purpose = config.rehearsal ? { rehearsal: true } : {}
  app.log.info({ process_ms: Math.round(phaseBegan), phases, ...purpose }, 'started')
  // The value of V8, from which src/start.js keeps a start.
  v8.setFlagsFromString('--semi-space-growth-factor=2')
  if (config.production) return
  try {
    await loadPlaces(db, directUrl, 'all')
    app.log.info('all places are loaded')
  } catch (err) {
    if (!stopping) app.log.error({ err }, 'the next start loads the other places')
  }
}

const onStop = (release: () => Promise<void> | void) => void releases.push(release)

/** The embedded PostgreSQL of a developer's machine; production never loads its code. */
async function startDatabase(config: Config): Promise<string> {
  const { startDatabase } = await import('./dev/postgres/database.ts')
  return startDatabase(config, onStop)
}

/** What starts the stand-ins of a developer's machine; production never loads their code. */
const readLocal = async ({ production }: Config) =>
  production ? undefined : (await import('./dev/local.ts')).startLocally

/** Loads a part of the places, unless it is there. What a stop interrupts is loaded by the next start. */
async function loadPlaces(db: Database, directUrl: string, part: Part): Promise<void> {
  const loading = await startLoading(db, directUrl, part)
  if (loading === undefined) return
  onStop(() => loading.stop())
  await loading.done
}

let stopping = false

async function stop(exitCode: number): Promise<void> {
  if (stopping) return
  stopping = true
  if (service) await leave(service)
  const begun = Date.now()
  const grace = service?.config.shutdownGraceSeconds ?? STARTING_GRACE_SECONDS
  setTimeout(() => {
    service?.log.warn({ seconds: grace }, 'not everything has ended in time: cut off')
    process.exit(exitCode)
  }, grace * 1_000).unref()
  for (const release of releases.reverse()) {
    await Promise.resolve(release()).catch((error: unknown) => {
      console.error('While stopping:', error)
    })
  }
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

/** Why a file or folder cannot be used. */
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR', 'EEXIST'])

/** SQLSTATEs of statements whose time was up. */
const SLOW = new Set(['57014', '55P03'])

/** One line for errors that an operator can fix; a stack for others. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof IncompleteSchemaError || error instanceof UnfitSessionsError)
    return error.message
  const { code, address, port, path } = error as NodeJS.ErrnoException & { address?: string; port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is already in use: stop what runs there, or set PORT to another one.`
  if (path !== undefined && code !== undefined && UNUSABLE.has(code))
    return `Cannot use ${path} (${code}): check that DATA_DIR names a folder which this user may write to.`
  if (code === 'EADDRNOTAVAIL' || code === 'EACCES')
    return `Cannot listen on ${address}:${port} (${code}): check HOST and PORT.`
  if (SLOW.has(databaseError(error)?.code ?? ''))
    return `The database takes no changes in time: ${(error as Error).message}. Perhaps it waits for a standby, or for a lock. Start again.`
  if (
    databaseError(error) ||
    isAway(error) ||
    (error instanceof Error && error.message.startsWith('Migration failed'))
  ) {
    return `Cannot use the database: ${(error as Error).message.split('\n').join(' ')}. Check DATABASE_URL.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
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
