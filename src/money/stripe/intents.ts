import type Stripe from 'stripe'
import { z } from 'zod'
import { type Named, unnamed } from './sdk.ts'

/** An attempt of a guest to pay, as it is at the provider. */
export interface PaymentIntent {
  id: string
  /** `open`: nothing has happened yet, or nothing can happen any more. */
  status: 'succeeded' | 'processing' | 'failed' | 'open'
  /** The key of the payment; undefined for an intent of another service. */
  paymentKey: string | undefined
  /** The reservation that it says it is for. */
  reservationId: number | undefined
  /** The amount that was received. */
  amountCents: number
  currency: string
  /** Distinguishes one failed attempt from the next. */
  attempt: string
  /** The key of a charge without the guest. */
  chargeKey: string | undefined
  /** The payment method, where its guest has agreed that it may be charged again. */
  keptMethod: string | undefined
  customerId: string | undefined
}

const uuid = z.uuid().optional().catch(undefined)
/** A code of a currency, which the provider writes in lower case. */
export const currencyCode = z.string().transform((code) => code.toUpperCase())
/** Another object: its id, or the object itself where it was expanded. */
export const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish()

/** The id of another object. Pure. */
export const idOf = (value: z.infer<typeof reference>): string | undefined =>
  (typeof value === 'object' ? value?.id : value) ?? undefined

export const intentSchema = z
  .object({
    id: z.string(),
    status: z.string(),
    amount_received: z.int().default(0),
    currency: currencyCode,
    metadata: z.object({
      payment: uuid,
      charge: uuid,
      reservation_id: z.coerce.number().int().positive().optional().catch(undefined),
    }),
    last_payment_error: z.unknown().optional(),
    payment_method: reference,
    customer: reference,
    setup_future_usage: z.string().nullish(),
    latest_charge: reference,
  })
  .transform((intent): PaymentIntent => {
    return {
      id: intent.id,
      status: intentStatus(intent.status as Named<Stripe.PaymentIntent.Status>, intent.last_payment_error),
      paymentKey: intent.metadata.payment,
      reservationId: intent.metadata.reservation_id,
      amountCents: intent.amount_received,
      currency: intent.currency,
      attempt: idOf(intent.latest_charge) ?? intent.id,
      chargeKey: intent.metadata.charge,
      keptMethod: intent.setup_future_usage === 'off_session' ? idOf(intent.payment_method) : undefined,
      customerId: idOf(intent.customer),
    }
  })

/** Unnamed statuses bring no money, as all but one. */
function intentStatus(status: Named<Stripe.PaymentIntent.Status>, error: unknown): PaymentIntent['status'] {
  const tried = error == null ? 'open' : 'failed'
  switch (status) {
    case 'succeeded':
    case 'processing':
      return status
    case 'canceled':
      return 'open'
    case 'requires_action':
    case 'requires_capture':
    case 'requires_confirmation':
    case 'requires_payment_method':
      return tried
    default:
      return unnamed(status, tried)
  }
}
