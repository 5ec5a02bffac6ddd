import { startDueBalances } from '../../bookings/settlement/balance.jobs.ts'
import { queries } from '../../platform/db/queries.ts'
import { receive } from '../../platform/inbox/inbox.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import type { IntegrationsContext } from '../context.ts'
import { hintOf } from './hint.ts'
import { applyStripeEventJob } from './jobs.ts'
import { noteUnclaimed } from './unclaimed.ts'

/** Payments taken over from the provider, and those that a person has to look at. */
export interface Reconciliation {
  since: string
  /** Events that were not known here. */
  events: number
  /** Checkouts that were not known here, closed so that nobody pays them. */
  checkouts: number
  /** Events that could not be applied yet; they stay in the inbox. */
  failed: string[]
  /** Money at the provider whose payment is not in this database: of a reservation that was lost, or of another installation. */
  unknown: { intent: string; amount_cents: number; currency: string; reservation_id: number | undefined }[]
  /** Reservations that go on although money of theirs went back. */
  returned: number[]
}

const DAY_SECONDS = 86_400
/** The provider tries to deliver an event for three days, and keeps it for thirty. */
const DELIVERY_DAYS = 3
const HISTORY_DAYS = 30

/**
 * Takes over what the payment provider has done and this database does not know, because it was restored from a backup, or
 * because events did not arrive (docs/design/payments.md, "Inbox"). Events since the last one that was heard are stored and
 * applied like those of the webhook; running it again changes nothing. No jobs may run meanwhile, so that nothing is charged
 * or refunded that was charged or refunded already.
 * @param from where to begin, for a gap before the last event.
 * @param lostSince since when payments may be lost: events of theirs may have arrived, and meant nothing, before anybody knew of the loss.
 * @throws AppError 503 when the provider cannot be reached.
 */
export async function reconcile(
  context: IntegrationsContext,
  { from, lostSince }: { from?: Date | undefined; lostSince?: string } = {},
): Promise<Reconciliation> {
  const { now, received_at } = await queries.inbox.findLastReceived(context.db, {})
  const oldest = Date.parse(now) / 1_000 - HISTORY_DAYS * DAY_SECONDS
  const heard = received_at === null ? oldest : Date.parse(received_at) / 1_000 - DELIVERY_DAYS * DAY_SECONDS
  const since = Math.floor(Math.max(oldest, from === undefined ? heard : from.getTime() / 1_000))

  // The money of a balance can have arrived before the restored database has made it.
  await startDueBalances(context)
  const checkouts = await closeUnknownCheckouts(context, since)
  const events = await receiveAll(context, since)
  const failed: string[] = []
  for (const event_id of events) {
    await applyStripeEventJob.run(context, { event_id }).catch(() => failed.push(event_id))
  }
  return {
    since: new Date(since * 1_000).toISOString(),
    events: events.length,
    checkouts,
    failed,
    unknown: await findUnknownMoney(context, lostSince ?? now),
    returned: (await queries.settlement.listReturnedStays(context.db, { since: now })).map(
      ({ reservation_id }) => reservation_id,
    ),
  }
}

/** Stores the events that are not in the inbox yet, oldest first; returns their ids. */
async function receiveAll(context: IntegrationsContext, since: number): Promise<string[]> {
  const received: string[] = []
  for await (const found of sweep({ id: '' }, ({ id }) => context.payments.listEvents(since, id))) {
    const { id, type } = found
    const event = { provider: 'stripe' as const, event_id: id, type, payload: hintOf(found) }
    if ((await receive(context, applyStripeEventJob, event, Buffer.from(JSON.stringify(event.payload)))) === 'new')
      received.unshift(id)
  }
  return received
}

async function closeUnknownCheckouts(context: IntegrationsContext, since: number): Promise<number> {
  let closed = 0
  for await (const { id, paymentKey } of sweep({ id: '' }, ({ id }) => context.payments.listOpenCheckouts(since, id))) {
    if (paymentKey === undefined) continue
    const { is_known, is_ours } = await queries.payments.findSessionStanding(context.db, {
      session_id: id,
      payment_key: paymentKey,
    })
    if (is_known || !is_ours) continue
    // A rehearsal counts what would be closed.
    if (!context.config.rehearsal) await context.payments.closeCheckout(id)
    closed++
  }
  return closed
}

async function findUnknownMoney(context: IntegrationsContext, since: string): Promise<Reconciliation['unknown']> {
  const unknown: Reconciliation['unknown'] = []
  for (const { intent_id } of await queries.inbox.listIgnoredPayments(context.db, { since })) {
    const intent = await context.payments.findIntent(intent_id)
    if (intent?.paymentKey === undefined) continue
    await noteUnclaimed(context, intent)
    const { id, amountCents, currency, reservationId } = intent
    unknown.push({ intent: id, amount_cents: amountCents, currency, reservation_id: reservationId })
  }
  return unknown
}
