import { flagUrl, text, type Values } from '../../platform/lib/environment.ts'

export const stripeVariables = {
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_PUBLISHABLE_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_URL: flagUrl('http', 'https').optional(),
}

export interface StripeConfig {
  /** `apiUrl` undefined: Stripe itself in production, the stand-in elsewhere. */
  stripe: {
    secretKey: string
    /** For front ends that ask for cards themselves. */
    publishableKey: string | undefined
    webhookSecret: string
    apiUrl: string | undefined
  }
}

export const stripeConfig = (e: Values<typeof stripeVariables>): StripeConfig => ({
  stripe: {
    secretKey: e.STRIPE_SECRET_KEY ?? 'sk_test_sejour',
    publishableKey: e.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: e.STRIPE_WEBHOOK_SECRET ?? 'whsec_sejour',
    apiUrl: e.STRIPE_API_URL,
  },
})
