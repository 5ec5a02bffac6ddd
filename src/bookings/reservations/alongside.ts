import type { z } from 'zod'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { arrivalOfStay } from '../states/arrival-state.ts'
import type { comment } from './review.ts'

/** Things that districts above keep beside a stay. */
export interface Alongside {
  /** The review of a stay as the reader may see it. Implemented by reviews. */
  reviewOf(db: Queryable, reservation_id: number, reader: Identity): Promise<z.infer<typeof comment> | null>
  /** The arrival of a stay, without what it says; null: there is none. Implemented by arrival. */
  arrivalOf(db: Queryable, reservation_id: number): Promise<z.infer<typeof arrivalOfStay> | null>
  /** Copies the travellers of a stay to its continuation. Implemented by travellers. */
  copyTravellers(tx: Transaction, from_id: number, to_id: number): Promise<void>
}

/** Connections by which channels change the stays that they have sold. Implemented by channel-bookings of the channels. */
export interface ChannelConnections {
  /** True if a revision of a stay can still come. */
  isConnected(db: Queryable, reservation_id: number): Promise<boolean>
}
