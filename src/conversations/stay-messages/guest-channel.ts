import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { MessageSource } from '../../platform/db/enums.ts'

/** Conversations that channels hold with their guests; channels stand above stays (src/channels/channel-messages). */
export interface GuestChannels {
  /** Channel through which the guest of a stay is written to; undefined: none. */
  find(db: Queryable, reservation_id: number): Promise<MessageSource | undefined>
  /** Sends a message after the caller's transaction, once. */
  send(tx: Transaction, message_id: number): Promise<void>
}
