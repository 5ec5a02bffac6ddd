import type Stripe from 'stripe'
import { z } from 'zod'
import type { RefundStatus } from '../../platform/db/enums.ts'
import { AppError } from '../../platform/http/errors.ts'
import { calling, found, isGone } from './calls.ts'
import { type CardProvider, stripeCards } from './cards.ts'
import { type ChargeProvider, stripeCharges } from './charges.ts'
import type { StripeConfig } from './config.ts'
import { type DisputeProvider, stripeDisputes } from './disputes.ts'
import { type HistoryProvider, stripeHistory } from './history.ts'
import { idOf, intentSchema, type PaymentIntent, reference } from './intents.ts'
import { clientOf } from './sdk.ts'
import { type SubscriptionProvider, stripeSubscriptions } from './subscriptions.ts'

/** The content of a checkout; the same details give the same request. */
interface CheckoutDetails {
  /** The key of the payment, which every object of the provider carries. */
  paymentKey: string
  reservationId: number | null
  amountCents: number
  currency: string
  title: string
  dates: string | null
  /** The guest's address, which the checkout shows; null when others than the guest have its link. */
  email: string | null
  /** The guest's customer at the provider, whose saved cards the checkout offers; null without one, or as above. */
  customerId: string | null
  /** Agreement of the guest when the card is kept to be charged again; undefined: it is not kept. */
  agreement: string | undefined
  /** Seconds since 1970, UTC. */
  expiresAt: number
  successUrl: string
  cancelUrl: string
}

/** A checkout session, as it is at the provider. */
interface CheckoutState {
  status: 'open' | 'complete' | 'expired'
  paid: boolean
  intent: PaymentIntent | undefined
  /** The payment method that was saved in a session that only saves one. */
  savedMethod: string | undefined
}

/** A refund, as it is at the provider. */
export interface ProviderRefund {
  id: string
  /** The key of a refund of this service; undefined for one that was started at the provider. */
  key: string | undefined
  amountCents: number
  status: RefundStatus
}

/**
 * The payment provider, as far as this service uses it. zod checks its answers, so that an unexpected shape is an error
 * here and not later.
 * @throws AppError 503 `providerUnavailable` when it cannot be reached or fails, 502 `providerRefused` when it refuses.
 */
export interface PaymentProvider
  extends CardProvider,
    ChargeProvider,
    DisputeProvider,
    HistoryProvider,
    SubscriptionProvider {
  /** The request for a checkout, to be stored and then sent with `createCheckout`. Pure. */
  checkoutRequest(details: CheckoutDetails): Record<string, unknown>
  /** The same key and request always give the same session. */
  createCheckout(key: string, request: Record<string, unknown>): Promise<{ sessionId: string; url: string }>
  /** undefined when the provider has no such session. */
  findCheckout(sessionId: string): Promise<CheckoutState | undefined>
  /** Closes an open session; returns its last state. */
  closeCheckout(sessionId: string): Promise<CheckoutState | undefined>
  /** undefined when the provider has no such intent. */
  findIntent(id: string): Promise<PaymentIntent | undefined>
  /** Says which payment an intent belongs to now. */
  assignIntent(id: string, to: { paymentKey: string; reservationId: number }): Promise<void>
  /** Calls with the same key refund once. */
  refund(request: { key: string; paymentIntentId: string; amountCents: number }): Promise<ProviderRefund>
  /** Empty for an intent that is gone. */
  listRefunds(paymentIntentId: string): Promise<ProviderRefund[]>
  /** @throws AppError 400 when the signature does not match, or its time is more than five minutes from `now` (in seconds). */
  verifySignature(rawBody: Buffer, signature: string, now: number): Promise<void>
}

const TIMEOUT_MS = 10_000
const RETRIES = 2
/** The provider's limit for the name of a product. */
const MAX_PRODUCT_NAME = 250

const uuid = z.uuid().optional().catch(undefined)
const createdSession = z.object({ id: z.string(), url: z.string().nullable() })

const sessionSchema = z
  .object({
    status: z.enum(['open', 'complete', 'expired']),
    payment_status: z.string(),
    payment_intent: intentSchema.nullable(),
    setup_intent: z.object({ payment_method: reference }).nullish(),
  })
  .transform(
    ({ status, payment_status, payment_intent, setup_intent }): CheckoutState => ({
      status,
      // `no_payment_required` does not count as paid: this service opens no checkout of zero.
      paid: payment_status === 'paid',
      intent: payment_intent ?? undefined,
      savedMethod: status === 'complete' ? idOf(setup_intent?.payment_method) : undefined,
    }),
  )

const refundSchema = z
  .object({
    id: z.string(),
    amount: z.int(),
    status: z.string().nullable(),
    metadata: z.object({ refund: uuid }).nullish(),
  })
  .transform(
    ({ id, amount, status, metadata }): ProviderRefund => ({
      id,
      key: metadata?.refund,
      amountCents: amount,
      status:
        status === 'succeeded' ? 'succeeded' : status === 'failed' || status === 'canceled' ? 'failed' : 'pending',
    }),
  )

/** The unmodified Stripe SDK, for Stripe or for the stand-in at `apiUrl`. */
export function stripeProvider({ secretKey, webhookSecret }: StripeConfig['stripe'], apiUrl?: string): PaymentProvider {
  const target = apiUrl === undefined ? undefined : new URL(apiUrl)
  const stripe = clientOf(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(target && {
      host: target.hostname,
      port: target.port || (target.protocol === 'https:' ? 443 : 80),
      protocol: target.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })

  async function findCheckout(sessionId: string): Promise<CheckoutState | undefined> {
    const expand = ['payment_intent', 'setup_intent']
    const session = await found((await stripe()).checkout.sessions.retrieve(sessionId, { expand }))
    return session && sessionSchema.parse(session)
  }

  return {
    ...stripeCards(stripe),
    ...stripeCharges(stripe),
    ...stripeDisputes(stripe),
    ...stripeHistory(stripe),
    ...stripeSubscriptions(stripe),

    // Cards only: other methods can leave a payment in progress for days, and its nights held.
    checkoutRequest(details) {
      const { paymentKey, reservationId } = details
      const metadata = { payment: paymentKey, ...(reservationId !== null && { reservation_id: String(reservationId) }) }
      return {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: details.currency.toLowerCase(),
              unit_amount: details.amountCents,
              product_data: { name: productName(details) },
            },
          },
        ],
        ...(details.customerId !== null
          ? { customer: details.customerId }
          : details.email !== null && { customer_email: details.email }),
        // Only a customer's card can be charged again.
        ...(details.agreement !== undefined && details.customerId === null && { customer_creation: 'always' as const }),
        client_reference_id: paymentKey,
        metadata,
        payment_intent_data: {
          metadata,
          ...(details.agreement !== undefined && { setup_future_usage: 'off_session' as const }),
        },
        ...(details.agreement !== undefined && { custom_text: { submit: { message: details.agreement } } }),
        expires_at: details.expiresAt,
        success_url: details.successUrl,
        cancel_url: details.cancelUrl,
      } satisfies Stripe.Checkout.SessionCreateParams
    },

    async createCheckout(key, request) {
      const session = await calling(
        (await stripe()).rawRequest('POST', '/v1/checkout/sessions', request, { idempotencyKey: key }),
      )
      const { id, url } = createdSession.parse(session)
      return { sessionId: id, url: url ?? '' }
    },

    findCheckout,

    async closeCheckout(sessionId) {
      const before = await findCheckout(sessionId)
      if (before?.status !== 'open') return before
      try {
        await calling((await stripe()).checkout.sessions.expire(sessionId))
        return { ...before, status: 'expired' }
      } catch (error) {
        // Only an open session can be closed, so this one was paid a moment ago.
        if (error instanceof AppError && error.code === 'providerRefused') return findCheckout(sessionId)
        throw error
      }
    },

    async findIntent(id) {
      const intent = await found((await stripe()).paymentIntents.retrieve(id))
      return intent && intentSchema.parse(intent)
    },

    async assignIntent(id, { paymentKey, reservationId }) {
      const metadata = { payment: paymentKey, reservation_id: String(reservationId) }
      await calling((await stripe()).paymentIntents.update(id, { metadata }))
    },

    async refund({ key, paymentIntentId, amountCents }) {
      const refund = await calling(
        (await stripe()).refunds.create(
          { payment_intent: paymentIntentId, amount: amountCents, metadata: { refund: key } },
          { idempotencyKey: key },
        ),
      )
      return refundSchema.parse(refund)
    },

    async listRefunds(paymentIntentId) {
      const refunds: ProviderRefund[] = []
      const list = (await stripe()).refunds.list({ payment_intent: paymentIntentId, limit: 100 })
      await calling(list.autoPagingEach((refund) => void refunds.push(refundSchema.parse(refund)))).catch(
        (error: unknown) => {
          if (!isGone(error, 'payment_intent')) throw error
        },
      )
      return refunds
    },

    async verifySignature(rawBody, signature, now) {
      const { signature: checker } = (await stripe()).webhooks
      // The types of the SDK allow it to be missing; then every signature is refused.
      if (!checker) throw new AppError('badSignature')
      try {
        checker.verifyHeader(rawBody, signature, webhookSecret, SIGNATURE_SECONDS, undefined, now * 1000)
      } catch (cause) {
        throw new AppError('badSignature', { cause })
      }
      // The SDK takes times of the future, and what is no time.
      const time = Number(/(?:^|,)t=(\d+)(?:,|$)/.exec(signature)?.[1])
      if (!(Math.abs(now - time) <= SIGNATURE_SECONDS)) throw new AppError('badSignature')
    },
  }
}

/** Tolerance of the time of a signature. */
const SIGNATURE_SECONDS = 300

/** The name of a product within the provider's limit: the title is cut, at a whole character; the dates are not. */
function productName({ title, dates }: CheckoutDetails): string {
  const ending = dates === null ? '' : ` · ${dates}`
  const room = MAX_PRODUCT_NAME - ending.length
  const shown = title.length > room ? `${title.slice(0, room - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : title
  return shown + ending
}
