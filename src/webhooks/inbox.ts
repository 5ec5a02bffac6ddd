import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { databaseError, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { applyEvent } from './jobs.ts'

/** An event with the id and type of its sender; `payload` is its body as JSON. */
export interface InboundEvent {
  provider: 'stripe'
  event_id: string
  type: string
  payload: unknown
}

/** SQLSTATEs of text that PostgreSQL cannot store: NUL characters and halves of surrogate pairs. */
const UNSTORABLE = new Set(['22021', '22P02', '22P05'])

/** Stores an event, once per sender and id, and enqueues its job, in one transaction. */
export async function receive(app: FastifyInstance, event: InboundEvent, body: Buffer): Promise<void> {
  try {
    await transaction(app.db, async (tx) => {
      const received = await queries.webhooks.insertEvent(tx, { ...event, status: 'received' })
      if (received) await app.jobs.enqueue(tx, applyEvent, { provider: event.provider, event_id: event.event_id })
    })
  } catch (error) {
    // A RangeError: the body is nested too deep to be serialised.
    if (!(error instanceof RangeError) && !UNSTORABLE.has(databaseError(error)?.code ?? '')) throw error
    await receiveMalformed(app, event.provider, body, 'cannot be stored')
  }
}

/** Stores a signed body that is not a valid event, so that it is visible and the sender does not repeat it for days. */
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
