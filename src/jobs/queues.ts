import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { type JobResult, PgBoss, type Job as QueuedJob } from 'pg-boss'
import type { Database, Queryable } from '../db/client.ts'
import { inTransaction, onPool } from './adapter.ts'
import type { Job } from './job.ts'

/** Where a job ends that failed for the last time: kept, counted in /metrics, requeued by `npm run admin -- jobs`. */
const DEAD_LETTERS = 'dead-letters'

const HOUR_SECONDS = 3_600
const YEAR_SECONDS = 365 * 24 * HOUR_SECONDS
/** Nine tries over some forty minutes; then a person has to look. */
const POLICY = { retryLimit: 8, retryDelay: 5, retryBackoff: true, retryDelayMax: 900, expireInSeconds: 120 }
/** The schedule itself is the next try. */
const SCHEDULED = { retryLimit: 1, retryDelay: 5 }
/** A job that hangs fails alone, shortly before pg-boss gives up all that were fetched with it. */
const RUN_MS = (POLICY.expireInSeconds - 10) * 1000
const POLL_SECONDS = 0.5
/** A job whose node was killed shows no sign of life, and is tried again after some twenty seconds. */
const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 10
const QUIET_MS = 10_000
/** How many of a queue run at once on one node. */
const CONCURRENCY = 10

export interface Jobs {
  /**
   * Enqueues in the caller's transaction: the job exists if and only if the change that causes it does. It runs some
   * milliseconds after the commit when it is urgent, else within half a second; up to nine times, when it fails.
   */
  enqueue<Data extends object>(db: Queryable, job: Job<Data>, data: Data): Promise<void>
  /** Starts the workers of this node. */
  work(): Promise<Workers>
}

export interface Workers {
  /** Lets every worker look for jobs now. */
  wake(): void
  /** Resolves when what runs has ended. */
  stop(): Promise<void>
}

export interface JobsOptions {
  jobs: Job[]
  /** false: nothing runs until `app.jobs.work()`, as most tests want it. */
  run?: boolean
  /** In place of each job's own schedule, and how often schedules are looked at: a faster clock for tests. */
  clock?: { schedule: string; everySeconds: number }
}

/** Creates what pg-boss keeps in the database, where it is missing or of an older version. */
export async function installQueues(db: Database): Promise<void> {
  const boss = new PgBoss({ db: onPool(db), supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ close: false, graceful: false })
}

/** Puts dead letters back into the queues they came from; of one queue, or of all. Returns how many. */
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
    useListenNotify: run,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    ...(clock && { cronMonitorIntervalSeconds: clock.everySeconds, cronWorkerIntervalSeconds: clock.everySeconds }),
  })
  // Every worker complains at every look while the database is away.
  let quietUntil = 0
  boss.on('error', (error) => {
    if (Date.now() < quietUntil) return
    quietUntil = Date.now() + QUIET_MS
    app.log.error({ err: error }, 'jobs')
  })
  boss.on('warning', (warning) => app.log.warn({ warning }, 'jobs'))

  async function runOne(job: Job, { id, data }: QueuedJob): Promise<JobResult> {
    try {
      await withinTime(job.run(app, job.payload.parse(data)))
      return { id, status: 'completed' }
    } catch (error) {
      app.log.error({ err: error, job: job.name, id }, 'job failed')
      return { id, status: 'failed', output: { message: String(error) } }
    }
  }

  async function work(): Promise<Workers> {
    const workers = await Promise.all(
      all.map(async (job) => ({
        name: job.name,
        id: await boss.work(
          job.name,
          {
            // Of a batch that came back full another follows at once.
            batchSize: job.schedule ? 1 : CONCURRENCY,
            burstWhenBatchFull: true,
            pollingIntervalSeconds: POLL_SECONDS,
            perJobResults: true,
          },
          (batch: QueuedJob[]) => Promise.all(batch.map((queued) => runOne(job, queued))),
        ),
      })),
    )
    return {
      wake() {
        for (const { id } of workers) boss.notifyWorker(id)
      },
      async stop() {
        await Promise.all(workers.map(({ name, id }) => boss.offWork(name, { id, wait: true })))
      },
    }
  }

  app.decorate('jobs', {
    async enqueue(db, { name }, data) {
      await boss.send(name, data, { db: inTransaction(db) })
    },
    work,
  } satisfies Jobs)

  let started = false
  app.addHook('onReady', async () => {
    await boss.start()
    started = true
    await prepareQueues(boss, all)
    if (!run) return
    const scheduled = new Set((await boss.getSchedules()).map(({ name }) => name))
    for (const { name, schedule } of all) {
      if (schedule) await boss.schedule(name, clock?.schedule ?? schedule, {})
      else if (scheduled.has(name)) await boss.unschedule(name)
    }
    await work()
  })
  app.addHook('onClose', async () => {
    if (started) await boss.stop({ graceful: run, timeout: 10_000, close: false })
  })
})

/** One queue for each job, as it is declared today. */
async function prepareQueues(boss: PgBoss, all: Job[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  if (!known.has(DEAD_LETTERS)) await boss.createQueue(DEAD_LETTERS, { retentionSeconds: YEAR_SECONDS })
  for (const { name, schedule, urgent = false } of all) {
    const options = {
      ...POLICY,
      ...(schedule && SCHEDULED),
      deadLetter: DEAD_LETTERS,
      notify: urgent,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      // What mails carry, such as codes, is not kept for long.
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

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs
  }
}
