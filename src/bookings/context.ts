import type { z } from 'zod'
import type { HomesContext } from '../homes/context.ts'
import type { MoneyContext } from '../money/context.ts'
import type { Queryable, Transaction } from '../platform/db/client.ts'
import type { Identity } from '../platform/http/identity.ts'
import type { comment } from './reservations/review.ts'
import type { DepartureTasks } from './states/departure-tasks.ts'
import type { FreedNights } from './states/freed-nights.ts'

/** The context of rules of bookings and of the districts above. */
export interface BookingsContext extends HomesContext, MoneyContext {
  config: MoneyContext['config']
  freedNights: FreedNights
  departureTasks: DepartureTasks
  channelConnections: {
    /** True if a revision of a stay can still come. Implemented by channel-bookings of the channels. */
    isConnected(db: Queryable, reservation_id: number): Promise<boolean>
  }
  /** The review of a stay as the reader may see it. Implemented by reviews. */
  reviewOf(db: Queryable, reservation_id: number, reader: Identity): Promise<z.infer<typeof comment> | null>
  /** Copies the travellers of a stay to its continuation. Implemented by travellers. */
  copyTravellers(tx: Transaction, from_id: number, to_id: number): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<BookingsContext, 'log' | 'db'> {}
}
