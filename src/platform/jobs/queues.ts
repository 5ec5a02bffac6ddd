import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { PgBoss, type Job as QueuedJob } from 'pg-boss'
import type { Database, Queryable } from '../db/client.ts'
import { afterCommit } from '../db/commits.ts'
import { isAway } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { type Loop, startLoop, UNTIL_WOKEN } from '../lib/loop.ts'
import { partyOf, workContext } from '../lib/work-context.ts'
import { onPool } from './adapter.ts'
import { jobOutlet } from './enqueue.ts'
import type { Job, Jobs, Workers } from './job.ts'
import { Queue } from './queue.ts'
import { runBatch } from './run.ts'
import { Turns } from './turns.ts'

/** The queue of jobs that failed for the last time: counted in /metrics, requeued by `npm run admin -- jobs`. */
const DEAD_LETTERS = 'dead-letters'

const HOUR_SECONDS = 3_600
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS
/** Nine attempts over some forty minutes. After that a person has to act. */
const POLICY = { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 }
/** A scheduled job needs few retries, because its schedule starts it again. */
const SCHEDULED = { retryLimit: 3, retryDelay: 5 }
/** The limit of one job, shortly before pg-boss would fail the whole batch. */
const RUN_MS = (POLICY.expireInSeconds - 10) * 1000
/** Span of jobs that fall due before the next slow look of a node. */
const AHEAD_SECONDS = 6
/** Time between looks for due jobs while a service outside is away, whose queues pause. */
const AWAY_MS = 500
/** Jobs that are not urgent wake their workers together with those of this time. */
const GATHER_MS = 250
/** A job without heartbeats, because its node was killed, is tried again after some twenty seconds. */
const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 20
/** Longest wait of a scheduled job for its schedule to be read. */
const CRON_SECONDS = 15
const QUIET_MS = 10_000
export interface JobsOptions {
  jobs: Job<object, FastifyInstance>[]
  /** false: no job runs until `app.jobs.work()` is called, as in most tests. */
  run?: boolean
  /** For tests: replaces the schedule of every job, and sets how often schedules are checked. */
  clock?: { schedule: string; everySeconds: number }
  /** For tests: how often a service that is away is tried. */
  probeMs?: number
}

/** Creates the schema of pg-boss, or migrates it to the present version. */
export async function installQueues(db: Database): Promise<void> {
  const boss = new PgBoss({ db: onPool(db), supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ close: false, graceful: false })
}

/** Moves the dead letters of one queue, or of all, back to their queues. Returns how many. */
export async function requeueDeadLetters(db: Database, queue: string | undefined): Promise<number> {
  const boss = new PgBoss({ db: onPool(db), migrate: false, supervise: false, schedule: false })
  const options = queue === undefined ? {} : { sourceName: queue }
  let total = 0
  for (let moved = -1; moved !== 0; total += moved) moved = await boss.redrive(DEAD_LETTERS, options)
  return total
}

/** pg-boss on the service's own database and pool (docs/decisions/0004-pg-boss-on-our-pool.md). */
export const jobs = fp(async (app: FastifyInstance, { jobs: all, run = true, clock }: JobsOptions) => {
  const boss = new PgBoss({
    db: onPool(app.db),
    supervise: run,
    schedule: run,
    // Jobs that depend on others: there are none.
    flowIntervalSeconds: HOUR_SECONDS,
    cronWorkerIntervalSeconds: CRON_SECONDS,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    ...(clock && { cronMonitorIntervalSeconds: clock.everySeconds, cronWorkerIntervalSeconds: clock.everySeconds }),
  })
  // While the database is unavailable, every poll reports an error.
  let quietUntil = 0
  const report = (error: unknown) => {
    if (isAway(error)) return app.databaseOutage.failed(error)
    // Errors of pg-boss are copies, which do not say what they are.
    if (app.databaseOutage.isOn) return
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + QUIET_MS
    app.log.error({ err: error }, 'jobs')
  }
  boss.on('error', report)
  boss.on('warning', (warning) => app.log.warn({ warning }, 'jobs'))

  const own = app.config.rehearsal ? all.filter(({ rehearses }) => rehearses) : all
  const loops = new Set<Loop>()
  let isClosed = false

  const unhurried = new Set<string>()
  const waking = startLoop(async () => {
    if (unhurried.size > 0) app.wakeUps.wake([...unhurried])
    unhurried.clear()
    return UNTIL_WOKEN
  }, GATHER_MS)
  /** Wakes the workers of jobs, on all nodes. */
  const enqueued = jobOutlet(boss, new Turns(), (jobs) => {
    for (const job of jobs) {
      if (job.urgent) app.wakeUps.wake([topicOf(job)])
      else unhurried.add(topicOf(job))
    }
    if (unhurried.size > 0) waking.wake()
  })

  const isPaused = ({ needs }: Job) => needs !== undefined && app.outages.isAway(needs)

  async function work(name?: string): Promise<Workers> {
    const mayPause = name === undefined
    const around = {
      boss,
      run: (job: Job<object, FastifyInstance>, batch: QueuedJob[]) => runBatch(app, job, batch, RUN_MS),
      isPaused: (job: Job) => mayPause && isPaused(job),
    }
    const wanted = mayPause ? own : own.filter((job) => job.name === name)
    const queues = new Map(wanted.map((job) => [job.name, new Queue(job, around)]))
    await Promise.all([...queues.values()].map((queue) => queue.start()))
    const loop = startLoop(() => wakeDue(queues, mayPause))
    loops.add(loop)
    const endLooks = app.wakeUps.look('seldom', async (db) => {
      if ((await listDue(db, queues)).length > 0) loop.wake()
    })
    const unwatch = [...queues.values()].map((queue) =>
      app.wakeUps.on(topicOf(queue.job), () => {
        if (!queue.wake()) loop.wake()
      }),
    )
    return {
      wake() {
        for (const queue of queues.values()) queue.wake()
      },
      async stop() {
        for (const stop of [...unwatch, endLooks]) stop()
        loops.delete(loop)
        await loop.stop()
        await Promise.all([...queues.values()].map((queue) => queue.stop()))
      },
    }
  }

  /**
   * Wakes the workers of queues with due jobs: one statement instead of one for each of them. Pauses the queues whose service is away, and
   * lets one job of them try it every few seconds.
   */
  async function wakeDue(queues: ReadonlyMap<string, Queue>, mayPause: boolean): Promise<number> {
    let next = UNTIL_WOKEN
    try {
      if (mayPause) for (const queue of queues.values()) await queue.pauseOrResume()
      for (const { queue: name, seconds } of await listDue(app.db, queues)) {
        const queue = queues.get(name)
        if (!queue || isClosed) continue
        if (seconds > 0) {
          next = Math.min(next, Math.ceil(seconds * 1_000))
          continue
        }
        const { needs } = queue.job
        if (mayPause && needs && app.outages.isAway(needs) && !app.outages.mayProbe(needs)) continue
        if (!queue.wake()) await queue.probe()
      }
    } catch (error) {
      if (!isClosed) report(error)
    }
    return mayPause && own.some(isPaused) ? Math.min(next, AWAY_MS) : next
  }

  const listDue = (db: Queryable, queues: ReadonlyMap<string, Queue>) =>
    queries.jobs.listDue(db, { queues: [...queues.keys()], within_seconds: AHEAD_SECONDS })

  app.decorate('jobs', {
    async enqueue(db, job, data, { after = 0, account } = {}) {
      const { requestId, request, party = request?.party } = workContext()
      const caller = account === undefined ? party : partyOf(account)
      await afterCommit(db, enqueued, [{ job, data, after, requestId, party: caller }])
    },
    needs: new Map(all.flatMap(({ name, needs }) => (needs === undefined ? [] : [[name, needs] as const]))),
    work,
  } satisfies Jobs)

  app.addHook('onReady', async () => {
    await boss.start()
    // Only speed depends on it, so an error does not end the start. The next start tries again.
    const planning = queries.jobs.planForFullQueues(app.db, {})
    await planning.catch((error: unknown) => app.log.warn({ err: error }, 'the table of jobs keeps its statistics'))
    await prepareQueues(boss, all)
    if (!run) return
    const scheduled = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]))
    for (const { name, schedule } of own) {
      const cron = schedule && (clock?.schedule ?? schedule)
      if (cron === scheduled.get(name)) continue
      if (cron === undefined) await boss.unschedule(name)
      else await boss.schedule(name, cron, {})
    }
    await work()
  })
  app.addHook('onClose', async () => {
    isClosed = true
    await Promise.all([waking.stop(), ...[...loops].map((loop) => loop.stop())])
    // Does nothing before a start, and ends one that has failed halfway.
    await boss.stop({ graceful: run, timeout: 10_000, close: false })
  })
})

/** Topic of wake-ups: there are due jobs of a queue. */
const topicOf = ({ name }: Pick<Job, 'name'>): string => `job ${name}`

/** Creates a queue for each job, or updates it to the present declaration. */
async function prepareQueues(boss: PgBoss, all: Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: YEAR_SECONDS })
  for (const { name, schedule } of all) {
    const options = {
      ...POLICY,
      ...(schedule && SCHEDULED),
      deadLetter: DEAD_LETTERS,
      notify: false,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      // Payloads of mails contain secrets such as codes, so they are deleted soon.
      deleteAfterSeconds: HOUR_SECONDS,
    }
    const queue = known.get(name)
    if (!queue) await boss.createQueue(name, { ...options, policy: schedule ? 'stately' : 'standard' })
    else if (Object.entries(options).some(([key, value]) => queue[key as keyof typeof queue] !== value))
      await boss.updateQueue(name, options)
  }
}
