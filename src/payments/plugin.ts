import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Transaction } from '../db/client.ts'
import type { PaymentKind } from '../db/enums.ts'

/** What payments asks of what is sold, which stands above it. */
export interface Sale {
  /** Runs in the transaction of a new attempt to open a checkout, which can be paid until `expires_at_seconds` (Unix time). */
  beforeCheckout(tx: Transaction, checkout: { reservation_id: number; expires_at_seconds: number }): Promise<void>
}

export const payments = fp(async (app: FastifyInstance) => {
  app.decorate('sales', new Map())
})

declare module 'fastify' {
  interface FastifyInstance {
    /** What is sold, by the kind of its payments. */
    sales: Map<PaymentKind, Sale>
  }
}
