import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { finishSetup, SYNC_SECONDS, syncMethod } from '../../money/customers/methods.ts'
import { settle } from '../../money/payments/settle.ts'
import { queries } from '../../platform/db/queries.ts'
import { disputeChanged } from '../../stays/refunds/disputes.ts'
import { refundsChanged } from '../../stays/refunds/refunds.ts'
import { subscriptionChanged } from './subscriptions.ts'
import { noteUnclaimed } from './unclaimed.ts'

type Outcome = 'applied' | 'ignored' | 'malformed'

const id = z.string().min(1).max(255)
const named = z.object({ data: z.object({ object: z.object({ id }) }) })
const disputed = z.object({ data: z.object({ object: z.object({ id, payment_intent: id.nullish() }) }) })
const ofIntent = z.object({ data: z.object({ object: z.object({ payment_intent: id.nullish() }) }) })

/**
 * Applies an event of the provider (docs/design/payments.md, "Inbox"). An event only says that an object has changed:
 * the object is read at the provider, so that every order and repetition of events ends in the same state
 * (docs/decisions/0008-events-are-hints.md).
 */
export async function applyStripeEvent(
  app: FastifyInstance,
  { type, payload }: { type: string; payload: unknown },
): Promise<Outcome> {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return withId(payload, (id) => applySession(app, id))
    case 'checkout.session.expired':
      return withId(payload, async (session_id) => {
        await queries.payments.closeSessionByNumber(app.db, { session_id })
        return 'applied'
      })
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.processing':
      return withId(payload, (id) => applyIntent(app, id))
    case 'charge.refunded':
    case 'charge.refund.updated':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return applyRefund(app, payload)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
      return applyDispute(app, payload)
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return withId(payload, async (id) => ((await subscriptionChanged(app, id)) ? 'applied' : 'ignored'))
    case 'payment_method.attached':
    case 'payment_method.automatically_updated':
    case 'payment_method.detached':
      return withId(payload, async (method_id) => {
        await app.jobs.enqueue(app.db, syncMethod, { method_id }, { after: SYNC_SECONDS })
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

async function applySession(app: FastifyInstance, sessionId: string): Promise<Outcome> {
  const checkout = known(sessionId, await app.payments.findCheckout(sessionId))
  if (checkout.savedMethod !== undefined) return (await finishSetup(app, checkout.savedMethod)) ? 'applied' : 'ignored'
  return checkout.intent && (await settle(app, checkout.intent)) ? 'applied' : 'ignored'
}

async function applyIntent(app: FastifyInstance, id: string): Promise<Outcome> {
  const intent = known(id, await app.payments.findIntent(id))
  if (await settle(app, intent)) return 'applied'
  // Of another installation on the same account, unless payments of this one are lost.
  const isPaid = intent.paymentKey !== undefined && intent.status === 'succeeded'
  if (isPaid && (await app.beats.hasLost())) await noteUnclaimed(app, intent)
  return 'ignored'
}

/** @throws Error for an object that the provider does not know: not yet, or the keys are those of another account. */
function known<T>(id: string, object: T | undefined): T {
  if (object === undefined) throw new Error(`the provider does not know ${id}`)
  return object
}

/** Settles the payment first, because a refund can be reported before its payment. */
async function applyRefund(app: FastifyInstance, payload: unknown): Promise<Outcome> {
  const event = ofIntent.safeParse(payload)
  if (!event.success) return 'malformed'
  const id = event.data.data.object.payment_intent
  if (!id || (await applyIntent(app, id)) === 'ignored') return 'ignored'
  await refundsChanged(app, id, await app.payments.listRefunds(id))
  return 'applied'
}

/** Settles the payment first, because a dispute can be reported before its payment. */
async function applyDispute(app: FastifyInstance, payload: unknown): Promise<Outcome> {
  const event = disputed.safeParse(payload)
  if (!event.success) return 'malformed'
  const { id, payment_intent } = event.data.data.object
  if (!payment_intent || (await applyIntent(app, payment_intent)) === 'ignored') return 'ignored'
  return (await disputeChanged(app, id)) ? 'applied' : 'ignored'
}
