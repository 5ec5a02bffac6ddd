import { z } from 'zod'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { calling, found, unavailable } from './calls.ts'
import { idOf } from './intents.ts'
import { withSessionId } from './return-url.ts'
import { type Client, loadSdk } from './sdk.ts'

/** A saved payment method, as it is at the provider; card fields are null for other types. */
export interface ProviderMethod {
  method_id: string
  type: string
  brand: string | null
  last4: string | null
  exp_month: number | null
  exp_year: number | null
  fingerprint: string | null
}

export interface CardProvider {
  /** Returns false for a customer that was deleted, or that the provider does not know. */
  hasCustomer(id: string): Promise<boolean>
  /** Calls with the same key make one customer. */
  createCustomer(key: string, details: { email: string; name: string }): Promise<string>
  /**
   * Saves a payment method for a customer.
   * @throws AppError 400 an id that is no usable payment method, 402 the bank refuses the card, 502 the customer is gone, 503.
   */
  attachMethod(methodId: string, customerId: string): Promise<ProviderMethod>
  /** undefined when the provider has no such payment method; `customer_id` is null when nobody's. */
  findMethod(methodId: string): Promise<(ProviderMethod & { customer_id: string | null }) | undefined>
  /** A page of the provider on which a customer saves a card, for a day. `returnUrl`: where it sends them back to. */
  openSetup(customerId: string, returnUrl: string): Promise<string>
  /** Forgets a payment method. Running it again changes nothing. */
  detachMethod(methodId: string): Promise<void>
}

const customerSchema = z.object({ id: z.string() })
const setupSession = z.object({ url: z.string() })

const methodSchema = z
  .object({
    id: z.string(),
    type: z.string(),
    card: z
      .object({
        brand: z.string(),
        last4: z.string(),
        exp_month: z.int(),
        exp_year: z.int(),
        fingerprint: z.string().nullish(),
      })
      .optional(),
  })
  .transform(
    ({ id, type, card }): ProviderMethod => ({
      method_id: id,
      type,
      brand: card?.brand ?? null,
      last4: card?.last4 ?? null,
      exp_month: card?.exp_month ?? null,
      exp_year: card?.exp_year ?? null,
      fingerprint: card?.fingerprint ?? null,
    }),
  )

/** Customers and saved cards at Stripe. */
export function stripeCards(stripe: Client): CardProvider {
  return {
    async hasCustomer(id) {
      const customer = await found((await stripe()).customers.retrieve(id))
      return customer !== undefined && customer.deleted !== true
    },

    async createCustomer(key, details) {
      const { customers } = await stripe()
      const customer = await customers
        .create({ ...details, metadata: { user: key } }, { idempotencyKey: `customer-${key}` })
        .catch(unavailable)
      return customerSchema.parse(customer).id
    },

    async attachMethod(methodId, customer) {
      const { paymentMethods } = await stripe()
      const method = await paymentMethods.attach(methodId, { customer }).catch(async (cause: unknown) => {
        const { errors } = await loadSdk()
        if (cause instanceof errors.StripeCardError) {
          // The SDK writes '' where the bank gives no reason.
          const reason = cause.decline_code || cause.code || 'card_declined'
          throw new AppError('cardRefused', { data: () => ({ reason }), cause })
        }
        if (cause instanceof errors.StripeInvalidRequestError && cause.param === 'customer')
          return calling(Promise.reject(cause))
        if (cause instanceof errors.StripeInvalidRequestError) throw invalid({ payment_method_id: 'unknown' })
        return unavailable(cause)
      })
      return methodSchema.parse(method)
    },

    async findMethod(methodId) {
      const method = await found((await stripe()).paymentMethods.retrieve(methodId))
      return method && { ...methodSchema.parse(method), customer_id: idOf(method.customer) ?? null }
    },

    async openSetup(customer, returnUrl) {
      const { checkout } = await stripe()
      const session = await calling(
        checkout.sessions.create({
          mode: 'setup',
          customer,
          allowed_payment_method_types: ['card'],
          success_url: withSessionId(returnUrl),
          cancel_url: returnUrl,
        }),
      )
      return setupSession.parse(session).url
    },

    async detachMethod(methodId) {
      const { paymentMethods } = await stripe()
      await paymentMethods.detach(methodId).catch(async (cause: unknown) => {
        const { errors } = await loadSdk()
        // It is unknown there, or detached already.
        if (!(cause instanceof errors.StripeInvalidRequestError)) return unavailable(cause)
      })
    },
  }
}
