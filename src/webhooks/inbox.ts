import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { databaseError, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { applyEvent } from './jobs.ts'

/** An event as its sender names it; `payload` is its body as JSON. */
export interface InboundEvent {
  provider: 'stripe'
  event_id: string
  type: string
  payload: unknown
}

/** What PostgreSQL keeps in no text or `jsonb`: NUL characters and halves of surrogate pairs. */
const UNSTORABLE = new Set(['22021', '22P02', '22P05'])

/** Stores an event, once for each sender and id, and enqueues it, in one transaction. */
export async function receive(app: FastifyInstance, event: InboundEvent, body: Buffer): Promise<void> {
  try {
    await transaction(app.db, async (tx) => {
      const received = await queries.webhooks.insertEvent(tx, { ...event, status: 'received' })
      if (received) await app.jobs.enqueue(tx, applyEvent, { provider: event.provider, event_id: event.event_id })
    })
  } catch (error) {
    // A RangeError: nested too deep to be written down.
    if (!(error instanceof RangeError) && !UNSTORABLE.has(databaseError(error)?.code ?? '')) throw error
    await receiveMalformed(app, event.provider, body, 'cannot be stored')
  }
}

/** Stores what a sender has signed and this service cannot read, so that it is seen and not sent again for days. */
export async function receiveMalformed(
  app: FastifyInstance,
  provider: InboundEvent['provider'],
  body: Buffer,
  error: string,
): Promise<void> {
  const event_id = `malformed-${createHash('sha256').update(body).digest('hex')}`
  await queries.webhooks.insertEvent(app.db, { provider, event_id, type: '', status: 'malformed', body, error })
  app.log.warn({ provider, event_id, reason: error }, 'malformed event')
}
