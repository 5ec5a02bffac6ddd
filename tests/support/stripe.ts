import Stripe from 'stripe'
import { test as base } from 'vitest'
import { type Standin, startStandin } from '../../src/dev/stripe/server.ts'

interface Fixture {
  standin: Standin
  stripe: Stripe
}

/** `test` with a payment stand-in, and the unmodified SDK as its client. */
export const test = base.extend<Fixture>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest wants the pattern
  standin: async ({}, use) => {
    const standin = await startStandin({ secretKey: 'sk_test', webhookSecret: 'whsec', webhookUrl: () => undefined })
    await use(standin)
    await standin.close()
  },
  stripe: async ({ standin }, use) => use(client(standin, 'sk_test')),
})

export function client(standin: Standin, key: string): Stripe {
  const { hostname, port } = new URL(standin.url)
  return new Stripe(key, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
}

export const checkout = (): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 1, price_data: { currency: 'eur', unit_amount: 12_345, product_data: { name: 'Casa <b>' } } },
  ],
  success_url: 'http://localhost/ok?session_id={CHECKOUT_SESSION_ID}',
  cancel_url: 'http://localhost/no',
  payment_intent_data: { metadata: { payment_id: '7' } },
})
