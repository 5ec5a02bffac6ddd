import { z } from 'zod'
import { disputeChanged, fraudWarned } from '../../bookings/refunds/disputes.ts'
import { refundsChanged } from '../../bookings/refunds/refunds.ts'
import { customerChanged } from '../../money/customers/customers.ts'
import { finishSetup, SYNC_SECONDS, syncMethod } from '../../money/customers/methods.ts'
import { subscriptionChanged } from '../../money/customers/subscriptions.ts'
import { settle } from '../../money/payments/settle.ts'
import type { OfPayment } from '../../money/stripe/history.ts'
import { queries } from '../../platform/db/queries.ts'
import type { IntegrationsContext } from '../context.ts'
import { hintOf } from './hint.ts'
import { noteUnclaimed } from './unclaimed.ts'

type Outcome = 'applied' | 'ignored' | 'malformed'

const id = z.string().min(1).max(255)
const named = z.object({ data: z.object({ object: z.object({ id }) }) })
const ofIntent = z.object({ data: z.object({ object: z.object({ id: id.optional(), payment_intent: id.nullish() }) }) })
const thin = z.object({ thin: id.optional() }).catch({})

/**
 * Applies an event of the provider (docs/design/payments.md, "Inbox"). An event only says that an object has changed:
 * the object is read at the provider, so that every order and repetition of events ends in the same state
 * (docs/decisions/0008-events-are-hints.md).
 */
export async function applyStripeEvent(
  context: IntegrationsContext,
  { event_id, type, payload }: { event_id: string; type: string; payload: unknown },
): Promise<Outcome> {
  const outcome = await apply(context, { type, payload })
  if (outcome !== 'malformed') return outcome
  // An event that does not say what has changed: its id is enough to read it.
  const event = await context.payments.findEvent(event_id, thin.parse(payload).thin)
  return event === undefined ? 'malformed' : apply(context, { type, payload: hintOf(event) })
}

async function apply(
  context: IntegrationsContext,
  { type, payload }: { type: string; payload: unknown },
): Promise<Outcome> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return withId(payload, (id) => applySession(context, id))
    case 'checkout.session.expired':
      return withId(payload, async (session_id) => {
        await queries.payments.closeSessionByNumber(context.db, { session_id })
        return 'applied'
      })
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
      return withId(payload, (id) => applyIntent(context, id))
    case 'charge.refunded':
      return applyRefund(context, payload, 'charge')
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return applyRefund(context, payload, 'refund')
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return applyOfPayment(context, payload, 'dispute', disputeChanged)
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return applyOfPayment(context, payload, 'fraud_warning', fraudWarned)
    case 'customer.deleted':
      return withId(payload, async (id) => ((await customerChanged(context, id)) ? 'applied' : 'ignored'))
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return withId(payload, async (id) => ((await subscriptionChanged(context, id)) ? 'applied' : 'ignored'))
    case 'payment_method.attached':
    case 'payment_method.automatically_updated':
    case 'payment_method.detached':
      return withId(payload, async (method_id) => {
        await context.jobs.enqueue(context.db, syncMethod, { method_id }, { after: SYNC_SECONDS })
        return 'applied'
      })
    default:
      return 'ignored'
  }
}

async function withId(payload: unknown, apply: (id: string) => Promise<Outcome>): Promise<Outcome> {
  const event = named.safeParse(payload)
  return event.success ? apply(event.data.data.object.id) : 'malformed'
}

async function applySession(context: IntegrationsContext, sessionId: string): Promise<Outcome> {
  const checkout = known(sessionId, await context.payments.findCheckout(sessionId))
  if (checkout.savedMethod !== undefined)
    return (await finishSetup(context, checkout.savedMethod)) ? 'applied' : 'ignored'
  return checkout.intent && (await settle(context, checkout.intent)) ? 'applied' : 'ignored'
}

async function applyIntent(context: IntegrationsContext, id: string): Promise<Outcome> {
  const intent = known(id, await context.payments.findIntent(id))
  if (await settle(context, intent)) return 'applied'
  // Events of another installation on the same account, unless payments of this one are lost.
  const isPaid = intent.paymentKey !== undefined && intent.status === 'succeeded'
  if (isPaid && (await context.heartbeat.hasLost())) await noteUnclaimed(context, intent)
  return 'ignored'
}

/** @throws Error for an object that the provider does not know: not yet, or the keys are those of another account. */
function known<T>(id: string, object: T | undefined): T {
  if (object === undefined) throw new Error(`the provider does not know ${id}`)
  return object
}

/** Settles the payment first, because a refund can be reported before its payment. */
async function applyRefund(
  context: IntegrationsContext,
  payload: unknown,
  reported: 'charge' | 'refund',
): Promise<Outcome> {
  const event = await ofPayment(context, payload, reported)
  if (event === undefined) return 'malformed'
  const { intent } = event
  if (intent === null || (await applyIntent(context, intent)) === 'ignored') return 'ignored'
  await refundsChanged(context, intent, await context.payments.listRefunds(intent))
  return 'applied'
}

/** Settles the payment first, because a dispute or a warning can be reported before its payment. */
async function applyOfPayment(
  context: IntegrationsContext,
  payload: unknown,
  reported: 'dispute' | 'fraud_warning',
  change: (context: IntegrationsContext, id: string) => Promise<boolean>,
): Promise<Outcome> {
  const event = await ofPayment(context, payload, reported)
  if (event?.id === undefined) return 'malformed'
  const { id, intent } = event
  if (intent === null || (await applyIntent(context, intent)) === 'ignored') return 'ignored'
  return (await change(context, id)) ? 'applied' : 'ignored'
}

/**
 * The object of an event and the intent of its payment, which a thin event does not name; null: it was not made by an intent. undefined: the event
 * has neither.
 */
async function ofPayment(
  context: IntegrationsContext,
  payload: unknown,
  reported: OfPayment,
): Promise<{ id: string | undefined; intent: string | null } | undefined> {
  const event = ofIntent.safeParse(payload)
  if (!event.success) return undefined
  const { id, payment_intent } = event.data.data.object
  if (payment_intent !== undefined) return { id, intent: payment_intent }
  return id === undefined ? undefined : { id, intent: known(id, await context.payments.findIntentId(reported, id)) }
}
