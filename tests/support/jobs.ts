import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * Starts the service's workers and stops them when no job is due. They are the workers of production, woken at once
 * instead of polling every half second.
 * @throws the errors of jobs that failed meanwhile; these wait for their next attempt.
 */
export async function drain({ jobs, db }: FastifyInstance): Promise<void> {
  const [start] = await db<{ at: string }[]>`select clock_timestamp() as at`
  const workers = await jobs.work()
  try {
    for (;;) {
      const [due] = await db<{ count: number }[]>`
        select count(*) from pgboss.job
        where name <> 'dead-letters' and (state = 'active' or state in ('created', 'retry') and start_after <= now())`
      if (due?.count === 0) break
      workers.wake()
      await delay(4)
    }
  } finally {
    await workers.stop()
  }
  const failed = await db<{ name: string; message: string }[]>`
    select name, output ->> 'message' as message from pgboss.job
    where state in ('retry', 'failed') and started_on >= ${start?.at ?? ''} order by created_on`
  if (failed.length > 0) throw new Error(failed.map(({ name, message }) => `${name}: ${message}`).join('\n'))
}

/** Makes jobs due that wait for their next attempt. */
export async function skipBackOff({ db }: FastifyInstance): Promise<void> {
  await db`update pgboss.job set start_after = now() where state = 'retry'`
}
