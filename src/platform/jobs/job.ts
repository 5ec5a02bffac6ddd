import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { OutsideService } from '../lib/outages.ts'

/** Work that runs after a commit: declared once, in the module that it belongs to, and listed in its module.ts. */
export interface Job<Data extends object = object> {
  /** `<module>.<what-it-does>`, also the name of its queue. */
  name: string
  payload: z.ZodType<Data>
  /** A cron expression in UTC for a job that runs by itself. On all nodes together at most one waits and one runs. */
  schedule?: string
  /** A person waits for the outcome: the commit wakes the workers, which otherwise are woken every half second. */
  urgent?: boolean
  /** Runs in a rehearsal too: it writes to the database only. All others wait there. */
  rehearses?: boolean
  /** The service outside without which it can do nothing: while that is away the queue pauses, and one job at a time tries it. */
  needs?: OutsideService
  /** Runs at least once for each enqueued job, and again when it throws. It must therefore be repeatable. */
  run(app: FastifyInstance, data: Data): Promise<void>
}

/** Infers the types of a job. */
export const defineJob = <Data extends object>(job: Job<Data>): Job<Data> => job
