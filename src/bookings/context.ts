import type { HomesContext } from '../homes/context.ts'
import type { MoneyContext } from '../money/context.ts'
import type { Alongside, ChannelConnections } from './reservations/alongside.ts'
import type { DepartureTasks } from './states/departure-tasks.ts'
import type { FreedNights } from './states/freed-nights.ts'

/** The context of rules of bookings and of the districts above. */
export interface BookingsContext extends HomesContext, MoneyContext, Alongside {
  config: MoneyContext['config']
  freedNights: FreedNights
  departureTasks: DepartureTasks
  channelConnections: ChannelConnections
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<BookingsContext, 'log' | 'db'> {}
}
