import { z } from 'zod'
import type { Context } from '../context.ts'
import { queries } from '../db/queries.ts'
import { defineJob, type Job } from '../jobs/job.ts'

export type StoredEvent = NonNullable<Awaited<ReturnType<typeof queries.inbox.findEvent>>>

/** Outcome of an event. */
export interface Settled {
  status: 'applied' | 'ignored' | 'malformed'
  error?: string
  /** Applied when it is sent again: what kept it from having an effect can change. */
  is_repeatable?: boolean
}

/** A job that applies one event of a sender. */
export type ApplyingJob<C> = Job<{ event_id: string }, C>

/**
 * The job that applies the events of one sender. Each sender has a queue of its own, so that a slow one delays no other.
 * An event is settled when it was applied, does not concern this service, or is malformed. One that fails keeps its error
 * and is tried again with increasing pauses. Applying an event twice, as after a `kill -9` in between, changes nothing.
 */
export const applying = <C extends Context>(
  provider: 'stripe' | 'channel',
  apply: (context: C, event: StoredEvent) => Promise<Settled>,
  events: readonly string[],
): ApplyingJob<C> =>
  defineJob({
    name: `inbox.apply-${provider}`,
    events,
    payload: z.object({ event_id: z.string() }),
    urgent: true,
    async run(context: C, { event_id }) {
      const key = { provider, event_id }
      const event = await queries.inbox.findEvent(context.db, key)
      if (!event) return
      try {
        const settled = await apply(context, event)
        await queries.inbox.settleEvent(context.db, { is_repeatable: false, ...key, ...settled })
      } catch (error) {
        await queries.inbox.updateFailure(context.db, { ...key, error: String(error) })
        throw error
      }
    },
  })
