import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import { z } from 'zod'
import { loadConfig } from '../../src/config.ts'
import { connect } from '../../src/platform/db/client.ts'
import { defineJob } from '../../src/platform/jobs/job.ts'
import { jobs } from '../../src/platform/jobs/queues.ts'
import { wakeUps } from '../../src/platform/plugins/wake-ups.ts'
import { median, report, round } from './support.ts'

const MANY = 5_000
const SINGLES = 200
/** The same concurrency as in the service. */
const CONCURRENCY = 10

/** Record that both runners write when a job starts. */
interface Log {
  started: number[]
  onStart: () => void
}

interface Figures {
  /** Small jobs per second, from a queue that was filled before. */
  perSecond: number
  /** Median milliseconds from the commit of a single job to its start on the node that enqueued it. */
  own: number
  /** The same for a job that another node enqueued, whose wake-ups are joined. */
  other: number
}

interface Runner {
  fill(count: number): Promise<void>
  /** Enqueues one on the node that runs jobs. */
  enqueue(): Promise<void>
  /** Enqueues one on a node that runs none. */
  enqueueElsewhere(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

async function measure(log: Log, runner: Runner): Promise<Figures> {
  await runner.fill(MANY)
  const done = Promise.withResolvers<void>()
  log.onStart = () => {
    if (log.started.length === MANY) done.resolve()
  }
  const begin = performance.now()
  await runner.start()
  await done.promise
  const perSecond = MANY / ((performance.now() - begin) / 1000)
  const own = await waitOf(log, runner.enqueue)
  const other = await waitOf(log, runner.enqueueElsewhere)
  await runner.stop()
  return { perSecond, own, other }
}

/** Median milliseconds between the commit of a single job and its start. */
async function waitOf(log: Log, enqueue: () => Promise<void>): Promise<number> {
  const waits: number[] = []
  for (let single = 0; single < SINGLES; single++) {
    const started = Promise.withResolvers<void>()
    log.onStart = started.resolve
    await delay(10 + (single % 7))
    await enqueue()
    const committed = performance.now()
    await started.promise
    waits.push(Math.max(0, (log.started.at(-1) ?? 0) - committed))
  }
  return median(waits)
}

const newLog = (): Log => ({ started: [], onStart: () => {} })
const note = (log: Log) => {
  log.started.push(performance.now())
  log.onStart()
}

async function ours(databaseUrl: string): Promise<Figures> {
  const log = newLog()
  const job = defineJob({
    name: 'bench.note',
    payload: z.object({}),
    urgent: true,
    run: async () => note(log),
  })
  const start = async (running: boolean): Promise<FastifyInstance> => {
    const app = Fastify()
    app.decorate('config', loadConfig({}))
    app.decorate('db', connect(databaseUrl, { max: 10 }))
    await app.register(wakeUps, { run: running })
    await app.register(jobs, { jobs: [job], run: running })
    await app.ready()
    return app
  }
  const stop = async (app: FastifyInstance) => {
    await app.close()
    await app.db.end()
  }
  const sender = await start(false)
  let worker = sender
  return measure(log, {
    fill: (count) =>
      sender.db.begin(async (tx) => {
        for (let index = 0; index < count; index++) await sender.jobs.enqueue(tx, job, {})
      }),
    enqueue: () => worker.jobs.enqueue(worker.db, job, {}),
    enqueueElsewhere: () => sender.jobs.enqueue(sender.db, job, {}),
    start: async () => {
      worker = await start(true)
    },
    stop: async () => void (await Promise.all([sender, worker].map(stop))),
  })
}

/** graphile-worker prints a line for every job otherwise. */
const quiet = new Logger(() => () => undefined)

async function graphileWorker(connectionString: string): Promise<Figures> {
  const log = newLog()
  const utils = await makeWorkerUtils({ connectionString })
  await utils.migrate()
  let runner: Awaited<ReturnType<typeof run>> | undefined
  const enqueue = async () => void (await utils.addJob('note', {}))
  return measure(log, {
    fill: async (count) =>
      void (await utils.addJobs(Array.from({ length: count }, () => ({ identifier: 'note', payload: {} })))),
    enqueue,
    enqueueElsewhere: enqueue,
    start: async () => {
      runner = await run({
        connectionString,
        concurrency: CONCURRENCY,
        maxPoolSize: 10,
        noHandleSignals: true,
        logger: quiet,
        taskList: { note: async () => note(log) },
      })
    },
    stop: async () => {
      await runner?.stop()
      await utils.release()
    },
  })
}

/** Small jobs on one node, compared with graphile-worker on the same database: ten at once on ten connections each. */
export async function benchJobs(databaseUrl: string): Promise<void> {
  const floor = await graphileWorker(databaseUrl)
  const measured = await ours(databaseUrl)
  report(
    'jobs, throughput',
    `${round(measured.perSecond)} jobs/s`,
    `${round(floor.perSecond)} jobs/s`,
    measured.perSecond / floor.perSecond,
    '>= 0.5, and >= 500 jobs/s',
  )
  const starts = { 'jobs, commit to start': 'own', 'jobs, commit to start on another node': 'other' } as const
  for (const [name, node] of Object.entries(starts))
    report(
      name,
      `${round(measured[node], 1)} ms`,
      `${round(floor[node], 1)} ms`,
      measured[node] / floor[node],
      '<= 2, and <= 50 ms',
    )
}
