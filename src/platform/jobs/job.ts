import type { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import type { OutsideService } from '../lib/outages.ts'

/** Work that runs after a commit: declared once, in the module that it belongs to, and listed in its module.ts. */
export interface Job<Data extends object = object, Context = never> {
  /** `<module>.<what-it-does>`, also the name of its queue. */
  name: string
  payload: z.ZodType<Data>
  /** Types of event that it causes. */
  events?: readonly string[]
  /** A cron expression in UTC for a job that runs by itself. On all nodes together at most one waits and one runs. */
  schedule?: string
  /** A person waits for the outcome: each commit wakes the workers, which otherwise are woken four times a second at most. */
  urgent?: boolean
  /** Runs in a rehearsal too: it writes to the database only. All others wait there. */
  rehearses?: boolean
  /** The job, with a payload `{ all: Data[] }`, that does several of this one that one transaction enqueues, so many at most. */
  gathered?: { into: Pick<Job, 'name' | 'urgent'>; atMost: number }
  /** The service outside without which it can do nothing: while that is away the queue pauses, and one job at a time tries it. */
  needs?: OutsideService
  /** Runs at least once for each enqueued job, and again when it throws. It must therefore be repeatable. */
  run(context: Context, data: Data): Promise<void>
}

/** Infers the types of a job. `Context` is what its rules work with. */
export const defineJob = <Data extends object, Context>(job: Job<Data, Context>): Job<Data, Context> => job

export interface Jobs {
  /**
   * Enqueues in the caller's transaction, with its last statements, so the job exists exactly when its cause is committed. An
   * urgent job starts some milliseconds after the commit, others within a quarter of a second. A job that fails is tried nine times in all.
   * `after`: it starts this many seconds later, by the clock of the database. `account`: for whom it is done, where no request or job of
   * theirs enqueues it; those who enqueue much wait behind others (turns.ts).
   */
  enqueue<Data extends object>(
    db: Queryable,
    job: Job<Data>,
    data: Data,
    options?: { after?: number; account?: number },
  ): Promise<void>
  /** The queues that need a service outside. */
  needs: ReadonlyMap<string, OutsideService>
  /** Starts the workers of this node: of all queues, or of one, which then does not pause. */
  work(queue?: string): Promise<Workers>
}

export interface Workers {
  /** Makes these workers fetch jobs now. */
  wake(): void
  /** Resolves when all running jobs have ended. */
  stop(): Promise<void>
}
