import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { defineJob, type Job } from '../jobs/job.ts'

export type StoredEvent = NonNullable<Awaited<ReturnType<typeof queries.inbox.findEvent>>>

/** What has become of an event. */
export interface Settled {
  status: 'applied' | 'ignored' | 'malformed'
  error?: string
  /** Applied when it is sent again: what kept it from having an effect can change. */
  is_repeatable?: boolean
}

/** A job that applies one event of a sender. */
export type ApplyingJob = Job<{ event_id: string }>

/**
 * The job that applies the events of one sender. Each sender has a queue of its own, so that a slow one delays no other.
 * An event is settled when it was applied, does not concern this service, or is malformed. One that fails keeps its error
 * and is tried again with increasing pauses. Applying an event twice, as after a `kill -9` in between, changes nothing.
 */
export const applying = (
  provider: 'stripe' | 'channel',
  apply: (app: FastifyInstance, event: StoredEvent) => Promise<Settled>,
): ApplyingJob =>
  defineJob({
    name: `inbox.apply-${provider}`,
    payload: z.object({ event_id: z.string() }),
    urgent: true,
    async run(app, { event_id }) {
      const key = { provider, event_id }
      const event = await queries.inbox.findEvent(app.db, key)
      if (!event) return
      try {
        const settled = await apply(app, event)
        await queries.inbox.settleEvent(app.db, { is_repeatable: false, ...key, ...settled })
      } catch (error) {
        await queries.inbox.updateFailure(app.db, { ...key, error: String(error) })
        throw error
      }
    },
  })
