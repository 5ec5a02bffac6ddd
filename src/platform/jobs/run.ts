import type { FastifyInstance } from 'fastify'
import type { JobResult, Job as QueuedJob } from 'pg-boss'
import { z } from 'zod'
import { isAway, isHeldBack } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { isExcused, isReported } from '../lib/outages.ts'
import { runForJob } from '../lib/work-context.ts'
import type { Job } from './job.ts'

/** When a job is tried again whose service is away. Longer than the end of its batch can take, and than a probe. */
const POSTPONED_SECONDS = 10

/** Extra fields of a payload besides those that its job declares: the request that caused the job, and for whom it is done. */
const cause = z.object({ request_id: z.string().optional(), party: z.string().optional() })

type Outcome = JobResult & { postponed?: string }

/**
 * Runs jobs that were taken together, each within a time, and puts those off whose service is away. These are not active then, and what
 * pg-boss does with their results has no effect.
 */
export async function runBatch(
  app: FastifyInstance,
  job: Job<object, FastifyInstance>,
  batch: QueuedJob[],
  mostMs: number,
): Promise<JobResult[]> {
  const outcomes = await Promise.all(
    batch.map((queued) => {
      const { request_id, party } = cause.safeParse(queued.data).data ?? {}
      return runForJob(request_id ?? queued.id, () => attempt(app, job, queued, mostMs), party)
    }),
  )
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

async function attempt(
  app: FastifyInstance,
  job: Job<object, FastifyInstance>,
  { id, data }: QueuedJob,
  mostMs: number,
): Promise<Outcome> {
  try {
    await withinTime(job.run(app, job.payload.parse(data)), mostMs)
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

async function withinTime(work: Promise<void>, mostMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`still running after ${mostMs / 1000} s`)), mostMs)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
