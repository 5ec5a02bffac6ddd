import type { Queryable } from '../../platform/db/client.ts'

/** Connections by which channels change the stays that they have sold. Implemented by channel-bookings of the channels. */
export interface ChannelConnections {
  /** True if a revision of a stay can still come. */
  isConnected(db: Queryable, reservation_id: number): Promise<boolean>
}
