import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import type { Transaction } from '../db/client.ts'
import type { PaymentKind } from '../db/enums.ts'
import { type PaymentProvider, stripeProvider } from './provider.ts'

/** What payments asks of what is sold, which stands above it. */
export interface Sale {
  /** Runs in the transaction of a new attempt to open a checkout, which can be paid until `expires_at_seconds` (Unix time). */
  beforeCheckout(tx: Transaction, checkout: { reservation_id: number; expires_at_seconds: number }): Promise<void>
}

/** `standInUrl`: the address of the payment SDK when the configuration names none. */
export const payments = fp(
  async (app: FastifyInstance, { config, standInUrl }: { config: Config; standInUrl: string | undefined }) => {
    app.decorate('sales', new Map())
    app.decorate(
      'payments',
      app.reports.calls('payments', stripeProvider(config.stripe, config.stripe.apiUrl ?? standInUrl)),
    )
  },
)

declare module 'fastify' {
  interface FastifyInstance {
    payments: PaymentProvider
    /** What is sold, by the kind of its payments. */
    sales: Map<PaymentKind, Sale>
  }
}
