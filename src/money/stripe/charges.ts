import { AppError } from '../../platform/http/errors.ts'
import { calling, isGone, unavailable } from './calls.ts'
import { intentSchema, type PaymentIntent } from './intents.ts'
import { type Client, loadSdk } from './sdk.ts'

/** A payment to be made without the guest. */
interface ChargeRequest {
  /** Calls with the same key charge once. */
  key: string
  paymentKey: string
  reservationId: number | null
  amountCents: number
  currency: string
  customerId: string
  methodId: string
}

/** Outcome of a charge; `refusal` is the reason of the bank or the provider, and the payment can no longer be paid. */
export type ChargeResult = { intent: PaymentIntent } | { refusal: string }

export interface ChargeProvider {
  /** @throws AppError 503 when the provider cannot be reached or fails. */
  charge(request: ChargeRequest): Promise<ChargeResult>
  /** Outcome of an earlier charge; undefined when the provider knows none with this key. */
  findCharge(request: Pick<ChargeRequest, 'key' | 'customerId'>): Promise<ChargeResult | undefined>
}

/** Payments without the guest at Stripe. */
export function stripeCharges(stripe: Client): ChargeProvider {
  /** Cancels an intent that was not paid, so that it never will be beside another one. */
  async function resolve(intent: PaymentIntent, refusal: string): Promise<ChargeResult> {
    if (intent.status === 'succeeded' || intent.status === 'processing') return { intent }
    try {
      await calling((await stripe()).paymentIntents.cancel(intent.id))
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'providerRefused') throw error
      // It is cancelled already, or was paid a moment ago.
      const now = intentSchema.parse(await calling((await stripe()).paymentIntents.retrieve(intent.id)))
      if (now.status === 'succeeded' || now.status === 'processing') return { intent: now }
    }
    return { refusal }
  }

  return {
    async charge({ key, paymentKey, reservationId, ...request }) {
      try {
        const { paymentIntents } = await stripe()
        const intent = await paymentIntents.create(
          {
            amount: request.amountCents,
            currency: request.currency.toLowerCase(),
            customer: request.customerId,
            payment_method: request.methodId,
            allowed_payment_method_types: ['card'],
            off_session: true,
            confirm: true,
            metadata: {
              payment: paymentKey,
              charge: key,
              ...(reservationId !== null && { reservation_id: String(reservationId) }),
            },
          },
          { idempotencyKey: key },
        )
        return await resolve(intentSchema.parse(intent), intent.status)
      } catch (error) {
        const { errors } = await loadSdk()
        if (error instanceof errors.StripeCardError) {
          const { payment_intent, decline_code, code } = error
          const refusal = decline_code || code || 'card_declined'
          return payment_intent ? resolve(intentSchema.parse(payment_intent), refusal) : { refusal }
        }
        // The payment method was detached, for example.
        if (error instanceof errors.StripeInvalidRequestError) return { refusal: error.code ?? 'refused' }
        if (error instanceof AppError) throw error
        return unavailable(error)
      }
    },

    async findCharge({ key, customerId }) {
      let made: PaymentIntent | undefined
      const list = (await stripe()).paymentIntents.list({ customer: customerId, limit: 100 })
      await calling(
        list.autoPagingEach((one) => {
          const intent = intentSchema.parse(one)
          if (intent.chargeKey === key) made = intent
          return made === undefined
        }),
      ).catch((error: unknown) => {
        // An account without the customer has no charge of it.
        if (!isGone(error, 'customer')) throw error
      })
      return made && resolve(made, 'refused')
    },
  }
}
