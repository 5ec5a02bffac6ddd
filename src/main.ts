import { setTimeout as wait } from 'node:timers/promises'
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

const warn = (text: string) => console.warn(text)

/** The service of this process, from its start to its stop. */
class Starting {
  /** Functions that stop the started parts, in the order of the start; they run in reverse. */
  readonly #releases: Release[] = []
  /** The same of the present attempt to start, which go first. */
  readonly #ofAttempt: Release[] = []
  /** The service that listens; undefined before. */
  #service: FastifyInstance | undefined
  #stopping = false
  /** Milliseconds of the phases of the start, one after the other, which the log has. */
  readonly #phases: Record<string, number> = {}
  #phaseBegan = 0

  /** Resolves when the process answers requests for the first time. */
  readonly listening = Promise.withResolvers<void>()

  async start(): Promise<void> {
    this.#ended('process')
    const config = loadConfig(process.env)
    const onStop = (release: Release) => void this.#releases.push(release)
    // Both take about as long: the modules are read while the database starts. Production never loads code for a developer's machine.
    const modules = Promise.all([
      import('./app.ts'),
      import('./start/settle.ts'),
      config.production ? undefined : import('./dev/local.ts'),
    ])
    const url = config.databaseUrl ?? (await (await import('./dev/postgres/database.ts')).startDatabase(config, onStop))
    this.#ended('database')
    const parts = modules.then(async ([app, settle, local]) => ({
      build: app.buildApp,
      settle: settle.settleBeforeStart,
      local: await local?.startLocally(config, onStop),
    }))
    // An error is that of the attempt that needs them.
    parts.catch(() => undefined)
    const ways = {
      ...config.databaseWays,
      url,
      replicaUrls: config.databaseReplicas.urls,
      ca: config.databaseCa,
    }
    await this.#startOn({ config, ways, parts, replicas: await replicasOn(config.databaseReplicas) })
  }

  /** Ends the process, after its work or the grace. A second call does nothing. */
  async stop(exitCode: number): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    const service = this.#service
    if (service) await leave(service)
    const begun = Date.now()
    const grace = service?.config.shutdownGraceSeconds ?? STARTING_GRACE_SECONDS
    setTimeout(() => {
      service?.log.warn({ seconds: grace }, 'shutdown grace is over; remaining work is cut off')
      process.exit(exitCode)
    }, grace * 1_000).unref()
    await release(this.#ofAttempt)
    await release(this.#releases)
    service?.log.info({ ms: Date.now() - begun }, 'stopped')
    process.exit(exitCode)
  }

  /** Stops after an error of the start. */
  async fail(error: unknown): Promise<void> {
    // Ctrl-C in a terminal ends the processes that this one waits for as well: no error of the start.
    if (!this.#stopping) console.error(explain(error))
    await this.stop(1)
  }

  /** Ends a phase; the first one began with the process. */
  #ended(phase: string): void {
    const now = performance.now()
    this.#phases[phase] = Math.round(now - this.#phaseBegan)
    this.#phaseBegan = now
  }

  /** Starts when the database takes writes; until then serves reads where it answers them, and tries again. */
  async #startOn(own: Start): Promise<void> {
    const waiting = new Waiting(warn)
    const failureOf = async (): Promise<{ error: unknown } | undefined> =>
      this.#attempt(own).then(
        () => undefined,
        (error: unknown) => ({ error }),
      )
    for (let failure = await failureOf(); failure !== undefined; failure = await failureOf()) {
      if (this.#stopping || !mayPass(failure.error)) throw failure.error
      await release(this.#ofAttempt)
      waiting.because(explain(failure.error))
      if (takesNoWrites(failure.error)) await this.#serveReads(own)
      await wait(RETRY_MS)
    }
    waiting.end()
    await this.#finish(own)
  }

  #open({ config, ways, replicas }: Start, shared: SharedSessions | undefined): Database {
    const db = connect(ways.url, {
      ...ways,
      replicas,
      shared,
      max: config.databasePool,
      waitMs: config.databaseWaitMs,
    })
    this.#ofAttempt.push(() => db.end({ timeout: 5 }))
    return db
  }

  async #listen(app: FastifyInstance): Promise<void> {
    const { port, host } = app.config
    await app.listen({ port, host, backlog: BACKLOG })
    this.#service = app
    this.listening.resolve()
  }

  async #attempt(own: Start): Promise<void> {
    const { config, ways, parts } = own
    await assertOwnDatabase(ways, config, warn)
    const pooler = await poolerOn(ways)
    const shared = await pooler?.assertWays(ways)
    this.#ended('ways')
    const directUrl = ways.directUrl ?? ways.url
    await migrateAlone(directUrl, { ca: config.databaseCa })
    this.#ended('migrations')
    const db = this.#open(own, shared)
    await pooler?.assertSessions(db, ways)
    await assertComplete(db, warn)
    await remindToEnable(db, warn)
    if (config.earlierVariables.length > 0)
      warn(
        `${config.earlierVariables.join(', ')}: LIMITS and KEEP have these numbers now (docs/configuration.md). The variables work until 1 June 2027.`,
      )
    if (config.unusedVariables.length > 0)
      warn(`Variables that serve no more: ${config.unusedVariables.join(', ')} (docs/upgrading.md). Remove them.`)
    await warnOfSecrets(db, warn)
    this.#ended('check')
    // A new database: a developer does not wait for villages; in production nobody finds a service without them.
    const loading = await this.#startPlaces(db, own, config.production ? 'all' : 'first')
    const places = loading?.done ?? Promise.resolve()
    // An error is that of the start, below.
    places.catch(() => undefined)
    const { build, settle, local } = await parts
    this.#ended('modules')
    await settle({ config, db, standIns: local?.standIns })
    const app = await build({ config, db, standIns: local?.standIns })
    this.#ofAttempt.push(() => app.close())
    await app.ready()
    this.#ended('service')
    await local?.prepare(app, places)
    if (config.production && loading) await this.#liveUntil(app, places)
    await places
    this.#ended('data')
    await this.#listen(app)
  }

  /** Says that the service has started; outside of production it loads the other places then. */
  async #finish(own: Start): Promise<void> {
    const { config, parts } = own
    const app = this.#service
    if (app === undefined) return
    const { local } = await parts
    local?.greet(app)
    this.#ended('port')
    const purpose = config.rehearsal ? { rehearsal: true } : {}
    const figures = { version: packageJson.version, process_ms: Math.round(this.#phaseBegan), phases: this.#phases }
    app.log.info({ ...figures, ...purpose }, 'started')
    if (config.production)
      app.log.info('`npm run prove` tries the services of this installation (docs/deployment.md, "Proof")')
    if (config.production) return
    try {
      await (await this.#startPlaces(app.db, own, 'all'))?.done
      app.log.info('all places are loaded')
    } catch (err) {
      if (!this.#stopping) app.log.error({ err }, 'the next start will load the other places')
    }
  }

  /** Serves reads until the database takes writes. Runs no jobs: what the start looks at before them has to be written. */
  async #serveReads(own: Start): Promise<void> {
    const { config, ways, parts } = own
    const [{ build, local }, { healthOf }] = await Promise.all([parts, import('./operations/health/health.ts')])
    try {
      const pooler = await poolerOn(ways)
      const db = this.#open(own, await pooler?.assertWays(ways))
      const app = await build({ config, db, standIns: local?.standIns, jobs: { run: false } })
      this.#ofAttempt.push(() => app.close())
      await app.ready()
      await this.#listen(app)
      app.log.warn('the database accepts no writes: this node serves reads, and will finish its start later')
      while (!this.#stopping && !(await healthOf(db)).writes) await wait(RETRY_MS)
    } catch (error) {
      // A server in recovery refuses LISTEN too, for example.
      if (!mayPass(error)) throw error
    }
    if (this.#stopping) return
    this.#service = undefined
    await release(this.#ofAttempt)
  }

  /** Loads a part of the places, unless it is there. What a stop interrupts is loaded by the next start. */
  async #startPlaces(db: Database, { config, ways }: Start, part: Part) {
    const direct = { url: ways.directUrl ?? ways.url, ca: config.databaseCa }
    const loading = await startLoading(db, direct, part)
    if (loading) this.#ofAttempt.push(() => loading.stop())
    return loading
  }

  /** Says that the first start loads places, and answers /health/live until they are there. */
  async #liveUntil({ config, log }: FastifyInstance, places: Promise<void>): Promise<void> {
    log.info('the first start is loading countries and cities; until it is done, only /health/live answers')
    const end = await answerLive(config)
    this.#ofAttempt.push(end)
    await places
    await end()
  }
}

async function release(parts: Release[]): Promise<void> {
  for (const one of parts.splice(0).reverse())
    await Promise.resolve(one()).catch((error: unknown) => console.error('While stopping:', error))
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
    if (process.ppid !== parent) void starting.stop(0)
  }, PARENT_CHECK_MS).unref()
}

const starting = new Starting()
/** The end of a start, for src/start.js. */
export const listening = starting.listening.promise
process.on('SIGINT', () => void starting.stop(0))
process.on('SIGTERM', () => void starting.stop(0))
if (process.env.npm_lifecycle_event !== undefined) stopWithParent()
starting.start().catch((error: unknown) => starting.fail(error))
