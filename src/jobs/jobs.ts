import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import PgBoss from 'pg-boss'
import type { Database, Queryable } from '../db/client.ts'
import type { Mail } from '../mail/mail.ts'

/** Everything that happens later, and what it needs to know. */
export interface JobData {
  'mail.send': Mail
  'password-resets.start': { email: string }
  'payments.refund': { refund_id: number }
  'payments.expire-session': { session_id: string }
  'reservations.expire': Record<string, never>
  'operations.housekeeping': Record<string, never>
  'properties.refresh-popularity': Record<string, never>
  'calendars.import-feeds': Record<string, never>
}

export type JobName = keyof JobData
export type JobHandler<N extends JobName> = (data: JobData[N]) => Promise<void>

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists if and only if the change that causes it does. */
  enqueue<N extends JobName>(db: Queryable, name: N, data: JobData[N]): Promise<void>
  /** Says what a job does; each runs at least once, so handlers are idempotent. */
  handle<N extends JobName>(name: N, handler: JobHandler<N>): void
  /** Runs what waits in every queue, now, until nothing is left; for a process that does not poll. */
  drain(): Promise<void>
}

const RETRIES = { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInSeconds: 120 }
const DEAD_LETTERS = 'dead-letters'
const SCHEDULES: Partial<Record<JobName, string>> = {
  'reservations.expire': '* * * * *',
  'operations.housekeeping': '17 * * * *',
  'properties.refresh-popularity': '*/10 * * * *',
  'calendars.import-feeds': '* * * * *',
}

/** pg-boss in the caller's transaction. */
const adapter = (db: Queryable): PgBoss.Db => ({
  executeSql: async (text, values: unknown[] | undefined) => {
    const given = values?.map((value) => value ?? null) as never[] | undefined
    return { rows: [...(await db.unsafe(text, given))] }
  },
})

/** pg-boss on the service's pool; what it sends as one text with its own BEGIN and COMMIT needs a connection for itself. */
const pooledAdapter = (db: Database): PgBoss.Db => ({
  executeSql: async (text, values) => {
    const connection = await db.reserve()
    try {
      return await adapter(connection).executeSql(text, values)
    } finally {
      connection.release()
    }
  },
})

/**
 * pg-boss on the service's own database. `poll: false` leaves the queues to `drain`, as tests want it.
 * A job that fails eight times stays visible in the queue "dead-letters".
 */
export const jobs = fp(async (app: FastifyInstance, { poll }: { poll: boolean }) => {
  const boss = new PgBoss({ db: pooledAdapter(app.db), supervise: poll, schedule: poll, retentionDays: 14 })
  boss.on('error', (error) => app.log.error({ err: error }, 'jobs'))
  const handlers = new Map<JobName, (data: never) => Promise<void>>()

  app.decorate('jobs', {
    enqueue: async (db, name, data) => {
      await boss.send(name, data, { db: adapter(db) })
    },
    handle: (name, handler) => handlers.set(name, handler),
    drain: async () => {
      // A job may enqueue others: on until a whole round finds nothing.
      for (let ran = -1; ran !== 0; ) {
        ran = 0
        for (const [name, handler] of handlers) {
          for (const job of await boss.fetch(name, { batchSize: 100 })) {
            await handler(job.data as never)
            await boss.complete(name, job.id)
            ran++
          }
        }
      }
    },
  } satisfies Jobs)

  let started = false
  app.addHook('onReady', async () => {
    await boss.start()
    started = true
    await boss.createQueue(DEAD_LETTERS)
    for (const [name, handler] of handlers) {
      await boss.createQueue(name, { name, ...RETRIES, deadLetter: DEAD_LETTERS })
      if (!poll) continue
      await boss.work(name, { pollingIntervalSeconds: 1, batchSize: 1 }, async (batch) => {
        for (const job of batch) {
          await handler(job.data as never).catch((error: unknown) => {
            app.log.error({ err: error, job: name, id: job.id }, 'job failed')
            throw error
          })
        }
      })
      const cron = SCHEDULES[name]
      if (cron) await boss.schedule(name, cron)
    }
  })
  app.addHook('onClose', async () => {
    if (started) await boss.stop({ graceful: poll, wait: true, timeout: 10_000, close: false })
  })
})

declare module 'fastify' {
  interface FastifyInstance {
    jobs: Jobs
  }
}
