import type { AccountsContext } from '../accounts/context.ts'
import type { Transaction } from '../platform/db/client.ts'
import type { Bookings } from './properties/bookings.ts'

/** The context of rules of homes and of the districts above. */
export interface HomesContext extends AccountsContext {
  bookings: Bookings
  /** Deletes how guests arrive at a home that is archived. Implemented by src/hosting/arrival, which stands above homes. */
  forgetArrival(tx: Transaction, property_id: string): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<HomesContext, 'log' | 'db'> {}
}
