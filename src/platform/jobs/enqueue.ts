import type { PgBoss } from 'pg-boss'
import { pipeline } from '../db/client.ts'
import type { Outlet } from '../db/commits.ts'
import { inTransaction } from './adapter.ts'
import type { Job } from './job.ts'
import type { Turns } from './turns.ts'

/** A job to enqueue, in how many seconds it starts, and the request that causes it. */
export interface Enqueued {
  job: Pick<Job, 'name' | 'urgent' | 'gathered'>
  data: object
  after: number
  requestId: string | undefined
  /** The caller for whom it is done. */
  party: string | undefined
}

/**
 * Writes the jobs of a transaction with one statement for each queue, and wakes their workers after the commit.
 * @param wake the workers of jobs that are due.
 */
export const jobOutlet = (
  boss: PgBoss,
  turns: Turns,
  wake: (jobs: Pick<Job, 'name' | 'urgent'>[]) => void,
): Outlet<Enqueued> => ({
  async store(db, entries) {
    const queues = Map.groupBy(gather(entries), ({ job }) => job.name)
    const written = [...queues].map(([queue, jobs]) => {
      const rows = jobs.map(({ data, after, requestId: request_id, party }) => ({
        data: { ...data, request_id, party },
        priority: turns.priorityOf(queue, party),
        ...(after > 0 && { startAfter: after }),
      }))
      return boss.insert(queue, rows, { db: inTransaction(db) })
    })
    await pipeline({ ...written })
  },
  send: (entries) =>
    wake(
      gather(entries)
        .filter(({ after }) => after === 0)
        .map(({ job }) => job),
    ),
})

/** The jobs to write: several of a kind that says so are one. Pure. */
function gather(entries: readonly Enqueued[]): Enqueued[] {
  const kinds = Map.groupBy(entries, ({ job, after }) => (after === 0 ? job.gathered : undefined))
  return [...kinds].flatMap(([gathered, all]) => {
    if (gathered === undefined || all.length === 1) return all
    const { into, atMost } = gathered
    return Array.from({ length: Math.ceil(all.length / atMost) }, (_, index) => {
      const some = all.slice(index * atMost, (index + 1) * atMost)
      // One transaction, so one cause.
      return {
        job: into,
        data: { all: some.map(({ data }) => data) },
        after: 0,
        requestId: some[0]?.requestId,
        party: some[0]?.party,
      }
    })
  })
}
