import { createHash } from 'node:crypto'
import type { Context } from '../context.ts'
import { pipeline, type Transaction, transaction } from '../db/client.ts'
import { storeEntries } from '../db/commits.ts'
import type { EventStatus } from '../db/enums.ts'
import { databaseError } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { workContext } from '../lib/work-context.ts'
import type { ApplyingJob } from './applying.ts'

/** Sender of an event, and for the channel manager its subscription and home. */
export interface Sender {
  provider: 'stripe' | 'channel'
  subscription_id?: string
  property_id?: string
}

/** An event with the id and type of its sender; `payload` is its body as JSON. */
export interface InboundEvent extends Sender {
  event_id: string
  type: string
  payload: unknown
}

/** SQLSTATEs of text that PostgreSQL cannot store: NUL characters, halves of surrogate pairs, JSON nested too deep. */
const UNSTORABLE = new Set(['22021', '22P02', '22P05', '54001'])

/** `malformed`: the event cannot be stored as it is, and only its bytes are kept. */
type Reception = 'new' | 'known' | 'malformed'

/**
 * Stores an event, once per sender and id, and enqueues the job that applies it, in one transaction. It waits for a connection also under
 * overload: senders repeat what was refused minutes or hours later, and a guest waits for it.
 * @param findOutcome the outcome of an event that says nothing new, which no job applies.
 */
export async function receive(
  context: Context,
  job: ApplyingJob<never>,
  event: InboundEvent,
  body: Buffer,
  findOutcome?: (tx: Transaction) => Promise<EventStatus | undefined>,
): Promise<Reception> {
  workContext().request?.bePatient()
  try {
    return await transaction(context.db, async (tx) => {
      const status = (await findOutcome?.(tx)) ?? 'received'
      if (status === 'received') await context.jobs.enqueue(tx, job, { event_id: event.event_id })
      // A known event gets a job too. It applies the event only if that still waits, and applying twice changes nothing.
      const { received } = await pipeline({
        received: queries.inbox.insertEvent(tx, { ...event, status }),
        stored: storeEntries(tx),
      })
      return received ? 'new' : 'known'
    })
  } catch (error) {
    // A RangeError: the body is nested too deep to be serialised.
    if (!(error instanceof RangeError) && !UNSTORABLE.has(databaseError(error)?.code ?? '')) throw error
    await receiveMalformed(context, event, body, 'cannot be stored')
    return 'malformed'
  }
}

/** Stores a signed body that is not a valid event, so that it is visible and the sender does not repeat it for days. */
export async function receiveMalformed(
  context: Context,
  { provider, subscription_id, property_id }: Sender,
  body: Buffer,
  error: string,
): Promise<void> {
  const of = subscription_id === undefined ? '' : `${subscription_id}:`
  const event_id = `${of}malformed-${createHash('sha256').update(body).digest('hex')}`
  const sender = { provider, subscription_id, property_id }
  await queries.inbox.insertEvent(context.db, { ...sender, event_id, type: '', status: 'malformed', body, error })
  context.log.warn({ provider, event_id, reason: error }, 'malformed event')
}
