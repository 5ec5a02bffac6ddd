import type { AccountsContext } from '../accounts/context.ts'
import type { SellerConfig } from './invoices/config.ts'
import type { Sale } from './payments/plugin.ts'
import type { StripeConfig } from './stripe/config.ts'
import type { PaymentProvider } from './stripe/provider.ts'

/** The context of rules of money and of the districts above. */
export interface MoneyContext extends AccountsContext {
  config: AccountsContext['config'] & SellerConfig & StripeConfig
  payments: PaymentProvider
  /** Public address of a page of the provider: its own, except for its stand-in, whose name depends on the network. */
  checkoutUrl(url: string): string
  /** Things sold, by the kind of their payments. */
  sales: Map<string, Sale>
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<MoneyContext, 'log' | 'db'> {}
}
