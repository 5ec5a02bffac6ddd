import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

/** Something that happens later: declared once, beside the resource it belongs to, and listed in app.ts. */
export interface Job<Data extends object = object> {
  /** `<room>.<what-it-does>`; the name of its queue. */
  name: string
  payload: z.ZodType<Data>
  /** When it runs by itself: a cron expression in UTC. At most one such job waits and one runs, on all nodes together. */
  schedule?: string
  /** Somebody waits for the outcome: workers are woken when the job is committed, instead of looking every half second. */
  urgent?: boolean
  /** Runs at least once for each job that was enqueued, so it must bear repetition. What it throws is tried again. */
  run(app: FastifyInstance, data: Data): Promise<void>
}

/** Gives a job its types. */
export const defineJob = <Data extends object>(job: Job<Data>): Job<Data> => job
