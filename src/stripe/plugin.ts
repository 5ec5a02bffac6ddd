import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { type PaymentProvider, stripeProvider } from './provider.ts'

/** `standInUrl`: the address of the payment SDK when the configuration names none. */
export const stripe = fp(
  async (app: FastifyInstance, { config, standInUrl }: { config: Config; standInUrl: string | undefined }) => {
    app.decorate(
      'payments',
      app.reports.calls('payments', stripeProvider(config.stripe, config.stripe.apiUrl ?? standInUrl)),
    )
  },
)

declare module 'fastify' {
  interface FastifyInstance {
    payments: PaymentProvider
  }
}
