import type { Transaction } from '../../platform/db/client.ts'

/** Channels that take replies to the reviews of their guests; channels stand above stays (src/channels/channel-reviews). */
export interface ReviewChannels {
  /** Sends a reply after the caller's transaction, once. */
  sendReply(tx: Transaction, review_id: number): Promise<void>
}
