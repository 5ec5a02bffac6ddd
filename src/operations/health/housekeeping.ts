import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { defineJob, type Job } from '../../platform/jobs/job.ts'
import type { OperationsContext } from '../context.ts'

/** Half of what a job may take: what is left then goes with the next one. */
const BUDGET_MS = 60_000

/**
 * Deletes old rows piece by piece, and rests after each for as long as it took, so that five million deleted rows do not slow
 * bookings down. A table that fails does not delay the others.
 */
export const housekeeping: Job<object, FastifyInstance> = defineJob({
  name: 'operations.housekeeping',
  payload: z.object({}),
  schedule: '17 * * * *',
  async run(context: FastifyInstance): Promise<void> {
    const end = performance.now() + BUDGET_MS
    const isOver = () => context.stopping || performance.now() > end
    const failures: unknown[] = []
    for (const expiry of context.expiries) {
      if (isOver()) break
      await deleteAll(context, expiry, isOver).catch((error: unknown) => {
        context.log.error({ err: error, table: expiry.table }, 'old rows not deleted')
        failures.push(error)
      })
    }
    if (isOver() && !context.stopping) await context.jobs.enqueue(context.db, housekeeping, {})
    if (failures.length > 0) throw new AggregateError(failures, 'some old rows cannot be deleted')
  },
})

/** Deletes the old rows of a table piece by piece, until none is left or the time is over. */
async function deleteAll(
  context: OperationsContext,
  { table, deleteSome }: Expiry,
  isOver: () => boolean,
): Promise<void> {
  let total = 0
  while (!isOver()) {
    const begin = performance.now()
    const { deleted } = await deleteSome(context)
    if (deleted === 0) break
    total += deleted
    await pause(performance.now() - begin)
  }
  if (total > 0) context.log.info({ table, deleted: total }, 'old rows deleted')
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The rows that each module deletes when they are old. */
    expiries: readonly Expiry[]
  }
}
