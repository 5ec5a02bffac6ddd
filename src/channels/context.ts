import type { ConversationsContext } from '../conversations/context.ts'
import type { Queryable, Transaction } from '../platform/db/client.ts'
import type { ChannelManager } from './channel-manager/client.ts'
import type { ChannelConfig } from './channel-manager/config.ts'

/** The context of rules of channels. */
export interface ChannelsContext extends ConversationsContext {
  config: ConversationsContext['config'] & ChannelConfig
  /** undefined without a channel manager. */
  channelManager: ChannelManager | undefined
  /** Requests the bookings that channels have sold of a home there. Implemented by channel-bookings, which stands on the channel manager. */
  requestBookings(tx: Transaction, mapped: { webhook_id: string; remote_property_id: string }): Promise<void>
  /** Requests the messages of a booking, or of a conversation without one at a home. Implemented by channel-messages, which stands on bookings. */
  requestMessages(
    db: Queryable,
    booking: { channel_booking_id: number; remote_property_id?: string | undefined },
  ): Promise<void>
  /** Requests the reviews of a home there. Implemented by channel-reviews. */
  requestReviews(db: Queryable, home: { remote_property_id: string }): Promise<void>
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<ChannelsContext, 'log' | 'db'> {}
}
