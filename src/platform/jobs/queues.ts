import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type JobResult, PgBoss, type Job as QueuedJob } from 'pg-boss'
import { z } from 'zod'
import type { Database, Queryable } from '../db/client.ts'
import { afterCommit } from '../db/commits.ts'
import { isAway, isHeldBack } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { type Loop, startLoop, UNTIL_WOKEN } from '../lib/loop.ts'
import { isExcused, isReported } from '../lib/outages.ts'
import { runForJob, workContext } from '../lib/work-context.ts'
import { onPool } from './adapter.ts'
import { jobOutlet } from './enqueue.ts'
import type { Job, Jobs, Workers } from './job.ts'

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
/** How far a node looks ahead for jobs that fall due before its next slow look. */
const AHEAD_SECONDS = 6
/** How often a node looks for due jobs while a service outside is away, whose queues pause. */
const AWAY_MS = 500
/** Jobs that are not urgent wake their workers together with those of this time. */
const GATHER_MS = 250
/** How often a worker of pg-boss looks by itself: others wake it. */
const POLL_SECONDS = HOUR_SECONDS
/** A job without heartbeats, because its node was killed, is tried again after some twenty seconds. */
const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 20
/** How long a scheduled job may wait for its schedule to be read. */
const CRON_SECONDS = 15
const QUIET_MS = 10_000
/** When a job is tried again whose service is away. Longer than the end of its batch can take, and than a probe. */
const POSTPONED_SECONDS = 10
/** How many workers of a queue a node has: while one waits for the slowest job of its batch, the other takes what comes. */
const WORKERS = 2
/** How many jobs a worker runs at once. */
const BATCH = 5

/** Extra fields of a payload besides those that its job declares: the request that caused the job. */
const cause = z.object({ request_id: z.string().optional() })

export interface JobsOptions {
  jobs: Job<object, FastifyInstance>[]
  /** false: no job runs until `app.jobs.work()` is called, as in most tests. */
  run?: boolean
  /** For tests: replaces the schedule of every job, and sets how often schedules are checked. */
  clock?: { schedule: string; everySeconds: number }
  /** For tests: how often a service that is away is tried. */
  probeMs?: number
}

/** A worker of a queue on this node; without an id it pauses. */
interface Worker {
  job: Job<object, FastifyInstance>
  id: string | undefined
  /** Takes one job, to see whether the service answers again. */
  isProbe: boolean
  /** Its id while it runs a batch: it looks for no jobs until that has ended. */
  busyId: string | undefined
}

/** The workers of a queue. Only the first one probes; scheduled jobs have no other. */
type QueueWorkers = [Worker, ...Worker[]]

type Outcome = JobResult & { postponed?: string }

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
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + QUIET_MS
    app.log.error({ err: error }, 'jobs')
  }
  boss.on('error', report)
  boss.on('warning', (warning) => app.log.warn({ warning }, 'jobs'))

  const runOne = (job: Job<object, FastifyInstance>, queued: QueuedJob): Promise<Outcome> =>
    runForJob(cause.safeParse(queued.data).data?.request_id ?? queued.id, () => attempt(job, queued))

  async function attempt(job: Job<object, FastifyInstance>, { id, data }: QueuedJob): Promise<Outcome> {
    try {
      await withinTime(job.run(app, job.payload.parse(data)))
      return { id, status: 'completed' }
    } catch (error) {
      // A database that is away, or waits for the payment provider after a loss, is no defect of the job, which is tried again.
      const isOutage = isAway(error) && !isHeldBack(error)
      if (isOutage) app.databaseOutage.failed(error)
      if (isOutage || isReported(error)) app.log.debug({ job: job.name, id, reason: String(error) }, 'job failed')
      else if (isAway(error)) app.log.warn({ job: job.name, id, reason: String(error) }, 'job failed')
      else app.log.error({ err: error, job: job.name, id }, 'job failed')
      const output = { message: String(error) }
      return { id, status: 'failed', output, ...(isExcused(error) && { postponed: output.message }) }
    }
  }

  /** Runs jobs, and puts those off whose service is away. They are not active then, and what pg-boss does with their results has no effect. */
  async function runBatch(job: Job<object, FastifyInstance>, batch: QueuedJob[]): Promise<JobResult[]> {
    const outcomes = await Promise.all(batch.map((queued) => runOne(job, queued)))
    const results: JobResult[] = []
    for (const { postponed: reason, ...result } of outcomes) {
      if (reason === undefined) {
        results.push(result)
        continue
      }
      const delay = { queue: job.name, id: result.id, seconds: POSTPONED_SECONDS, reason }
      // A scheduled job of which another one waits is done with. An error here must not fail the others of the batch, which may have ended well.
      const isPostponed = await queries.jobs.postpone(app.db, delay).then(
        () => true,
        () => false,
      )
      results.push(isPostponed ? { id: result.id, status: 'completed' } : result)
    }
    return results
  }

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
  const enqueued = jobOutlet(boss, (jobs) => {
    for (const job of jobs) {
      if (job.urgent) app.wakeUps.wake([topicOf(job)])
      else unhurried.add(topicOf(job))
    }
    if (unhurried.size > 0) waking.wake()
  })

  const isPaused = ({ needs }: Job) => needs !== undefined && app.outages.isAway(needs)

  async function start(worker: Worker, all: QueueWorkers, mayPause: boolean, isProbe = false): Promise<void> {
    const { job } = worker
    const batchSize = job.schedule || isProbe ? 1 : BATCH
    worker.isProbe = isProbe
    // A batch may outlast a pause; what it does at its end must not concern the worker that was started since.
    const id = await boss.work(
      job.name,
      {
        batchSize,
        // After a full batch the next one is fetched at once.
        burstWhenBatchFull: true,
        pollingIntervalSeconds: POLL_SECONDS,
        perJobResults: true,
      },
      async (batch: QueuedJob[]) => {
        worker.busyId = id
        // There may be more.
        if (batch.length === BATCH) notify(all)
        const results = await runBatch(job, batch)
        if (worker.busyId === id) worker.busyId = undefined
        if (worker.id === id && (isProbe || (mayPause && isPaused(job)))) pauseWorker(worker)
        return results
      },
    )
    worker.id = id
  }

  /** Has a worker look for jobs that is free, or else each of them when its batch has ended. */
  function notify(all: QueueWorkers): void {
    const free = all.find(({ id, busyId }) => id !== undefined && id !== busyId)
    for (const { id } of free ? [free] : all) if (id !== undefined) boss.notifyWorker(id)
  }

  /** Has a worker fetch no further jobs; those that run go on. */
  function pauseWorker(worker: Worker): void {
    const { id } = worker
    if (id === undefined) return
    worker.id = undefined
    worker.isProbe = false
    void boss.offWork(worker.job.name, { id, wait: false })
  }

  async function work(queue?: string): Promise<Workers> {
    const mayPause = queue === undefined
    const wanted = mayPause ? own : own.filter(({ name }) => name === queue)
    const byQueue = new Map(wanted.map((job) => [job.name, workersOf(job)]))
    const workers = [...byQueue.values()].flat()
    await Promise.all([...byQueue.values()].map((all) => startAll(all, mayPause)))
    const loop = startLoop(() => wakeDue(byQueue, mayPause))
    loops.add(loop)
    const endLooks = app.wakeUps.look('seldom', async (db) => {
      if ((await listDue(db, byQueue)).length > 0) loop.wake()
    })
    const unwatch = [...byQueue.values()].map((all) =>
      app.wakeUps.on(topicOf(all[0].job), () => {
        if (all[0].id === undefined) loop.wake()
        else notify(all)
      }),
    )
    return {
      wake() {
        for (const all of byQueue.values()) notify(all)
      },
      async stop() {
        for (const stop of [...unwatch, endLooks]) stop()
        loops.delete(loop)
        await loop.stop()
        await Promise.all(workers.map(({ job, id }) => id !== undefined && boss.offWork(job.name, { id, wait: true })))
      },
    }
  }

  /**
   * Wakes the workers of queues with due jobs: one statement instead of one for each of them. Pauses the queues whose service is away, and
   * has one job of them try it every few seconds.
   */
  async function wakeDue(byQueue: ReadonlyMap<string, QueueWorkers>, mayPause: boolean): Promise<number> {
    let next = UNTIL_WOKEN
    try {
      if (mayPause) for (const all of byQueue.values()) await pauseOrResume(all)
      for (const { queue, seconds } of await listDue(app.db, byQueue)) {
        const all = byQueue.get(queue)
        if (!all || isClosed) continue
        if (seconds > 0) {
          next = Math.min(next, Math.ceil(seconds * 1_000))
          continue
        }
        const { needs } = all[0].job
        if (mayPause && needs && app.outages.isAway(needs) && !app.outages.mayProbe(needs)) continue
        if (all[0].id === undefined) await start(all[0], all, mayPause, true)
        else notify(all)
      }
    } catch (error) {
      if (!isClosed) report(error)
    }
    return mayPause && own.some(isPaused) ? Math.min(next, AWAY_MS) : next
  }

  const listDue = (db: Queryable, byQueue: ReadonlyMap<string, QueueWorkers>) =>
    queries.jobs.listDue(db, { queues: [...byQueue.keys()], within_seconds: AHEAD_SECONDS })

  async function pauseOrResume(all: QueueWorkers): Promise<void> {
    const isAway = isPaused(all[0].job)
    for (const worker of all) if (isAway !== worker.isProbe) pauseWorker(worker)
    if (!isAway) await startAll(all, true)
  }

  async function startAll(all: QueueWorkers, mayPause: boolean): Promise<void> {
    for (const worker of all) if (worker.id === undefined) await start(worker, all, mayPause)
  }

  app.decorate('jobs', {
    async enqueue(db, job, data, { after = 0 } = {}) {
      await afterCommit(db, enqueued, [{ job, data, after, requestId: workContext().requestId }])
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
    const scheduled = new Set((await boss.getSchedules()).map(({ name }) => name))
    for (const { name, schedule } of all) {
      if (!own.some((job) => job.name === name)) continue
      if (schedule) await boss.schedule(name, clock?.schedule ?? schedule, {})
      else if (scheduled.has(name)) await boss.unschedule(name)
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

function workersOf(job: Job<object, FastifyInstance>): QueueWorkers {
  const newWorker = (): Worker => ({ job, id: undefined, isProbe: false, busyId: undefined })
  const others = job.schedule ? 0 : WORKERS - 1
  return [newWorker(), ...Array.from({ length: others }, newWorker)]
}

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

async function withinTime(work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`still running after ${RUN_MS / 1000} s`)), RUN_MS)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
