import Stripe from 'stripe'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

export interface CheckoutRequest {
  paymentId: number
  reservationId: number
  amountCents: number
  currency: string
  title: string
  email: string
  expiresInMinutes: number
  successUrl: string
  cancelUrl: string
}

/** What the provider says of a checkout session. */
export interface CheckoutState {
  sessionId: string
  /** Paid, or nothing to pay. */
  paid: boolean
  paymentIntentId: string | null
}

/** The payment provider, as far as we use it. Calls carry idempotency keys: a retry never charges or refunds twice. */
export interface PaymentProvider {
  createCheckout(request: CheckoutRequest): Promise<{ sessionId: string; url: string }>
  /** undefined when the provider has no such session. */
  findCheckout(sessionId: string): Promise<CheckoutState | undefined>
  expireCheckout(sessionId: string): Promise<void>
  refund(request: { refundId: number; paymentIntentId: string; amountCents: number }): Promise<{ id: string }>
  /** @throws AppError 400 when the signature does not fit. */
  readEvent(rawBody: Buffer, signature: string): Stripe.Event
}

const TIMEOUT_MS = 10_000

/** The unmodified Stripe SDK, towards Stripe or towards the stand-in (`apiUrl`). */
export function createProvider(
  { stripe: { secretKey, webhookSecret } }: Config,
  apiUrl: string | undefined,
): PaymentProvider {
  const target = apiUrl === undefined ? undefined : new URL(apiUrl)
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(target && {
      host: target.hostname,
      port: target.port || (target.protocol === 'https:' ? 443 : 80),
      protocol: target.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })

  return {
    async createCheckout(request) {
      const metadata = { payment_id: String(request.paymentId), reservation_id: String(request.reservationId) }
      const session = await calling(
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: request.currency.toLowerCase(),
                  unit_amount: request.amountCents,
                  product_data: { name: request.title },
                },
              },
            ],
            customer_email: request.email,
            client_reference_id: String(request.reservationId),
            metadata,
            payment_intent_data: { metadata },
            expires_at: Math.floor(Date.now() / 1000) + request.expiresInMinutes * 60,
            success_url: request.successUrl,
            cancel_url: request.cancelUrl,
          },
          { idempotencyKey: `checkout-${request.reservationId}-${request.paymentId}` },
        ),
      )
      return { sessionId: session.id, url: session.url ?? '' }
    },

    async findCheckout(sessionId) {
      try {
        return checkoutState(await stripe.checkout.sessions.retrieve(sessionId))
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return undefined
        throw unavailable(error)
      }
    },

    async expireCheckout(sessionId) {
      const session = await calling(stripe.checkout.sessions.retrieve(sessionId))
      if (session.status === 'open') await calling(stripe.checkout.sessions.expire(sessionId))
    },

    async refund({ refundId, paymentIntentId, amountCents }) {
      return calling(
        stripe.refunds.create(
          { payment_intent: paymentIntentId, amount: amountCents, metadata: { refund_id: String(refundId) } },
          { idempotencyKey: `refund-${refundId}` },
        ),
      )
    },

    readEvent(rawBody, signature) {
      try {
        return stripe.webhooks.constructEvent(rawBody, signature, webhookSecret)
      } catch (cause) {
        throw new AppError('badSignature', { cause })
      }
    },
  }
}

export function checkoutState(session: Stripe.Checkout.Session): CheckoutState {
  const intent = session.payment_intent
  return {
    sessionId: session.id,
    paid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
  }
}

function calling<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw unavailable(error)
  })
}

const unavailable = (cause: unknown): AppError =>
  new AppError('providerUnavailable', { cause, headers: { 'retry-after': '10' } })
