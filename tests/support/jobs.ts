import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../src/platform/db/client.ts'
import type { Workers } from '../../src/platform/jobs/job.ts'
import type { TestApp } from './app.ts'

/** The queues with jobs that are due or run, and how many of these are due. */
const listBusy = (db: Database) =>
  db<{ name: string; due: number }[]>`
    select name, count(*) filter (where state <> 'active') as due from pgboss.job
    where name <> 'dead-letters' and (state = 'active' or state in ('created', 'retry') and start_after <= now())
    group by name`

/**
 * Starts the service's workers of queues with jobs that are due, until there are none. They are the workers of
 * production.
 * @throws the errors of jobs that failed meanwhile; these wait for their next attempt.
 */
export async function drain({ jobs, db }: FastifyInstance): Promise<void> {
  const [start] = await db<{ at: string }[]>`select clock_timestamp() as at`
  const workers = new Map<string, Workers>()
  try {
    for (;;) {
      const busy = await listBusy(db)
      if (busy.length === 0) break
      for (const { name } of busy.filter(({ due }) => due > 0)) {
        const worker = workers.get(name)
        if (worker) worker.wake()
        else workers.set(name, await jobs.work(name))
      }
      await delay(4)
    }
  } finally {
    for (const worker of workers.values()) await worker.stop()
  }
  const failed = await db<{ name: string; message: string }[]>`
    select name, output ->> 'message' as message from pgboss.job
    where state in ('retry', 'failed') and started_on >= ${start?.at ?? ''} order by created_on`
  if (failed.length > 0) throw new Error(failed.map(({ name, message }) => `${name}: ${message}`).join('\n'))
}

/** Makes jobs of a name due that wait for their time. */
export const makeDue = ({ db }: { db: Database }, name: string): Promise<unknown> =>
  db`update pgboss.job set start_after = now() where state = 'created' and name = ${name}`

/** Makes jobs due that wait for their next attempt. */
export async function skipBackOff({ db, wakeUps }: FastifyInstance): Promise<void> {
  const due = await db<{ name: string }[]>`
    update pgboss.job set start_after = now() where state = 'retry' returning name`
  wakeUps.wake(due.map(({ name }) => `job ${name}`))
}

/** Runs a scheduled job now. */
export async function runScheduled(t: TestApp, name: string): Promise<void> {
  await t.db`insert into pgboss.job (name, data) values (${name}, '{}')`
  await t.drain()
}

/** Lets the minutes pass after which a job looks again at claimed rows of a table. */
export async function passClaims(t: TestApp, table: 'channel_reviews' | 'stay_messages', seconds = 0): Promise<void> {
  await t.db`update ${t.db(table)} set claimed_at = claimed_at - make_interval(secs => ${seconds})`
  await t.db`update pgboss.job set start_after = now() where state = 'created'`
  await skipBackOff(t.app)
  await t.drain().catch(() => undefined)
}
