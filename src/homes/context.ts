import type { AccountsContext } from '../accounts/context.ts'
import type { Bookings } from './properties/bookings.ts'

/** The context of rules of homes and of the districts above. */
export interface HomesContext extends AccountsContext {
  bookings: Bookings
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<HomesContext, 'log' | 'db'> {}
}
