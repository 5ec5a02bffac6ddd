import type { BookingsContext } from '../bookings/context.ts'
import type { ReviewConfig } from './reviews/config.ts'
import type { ReviewChannels } from './reviews/review-channels.ts'
import type { GuestChannels } from './stay-messages/guest-channel.ts'

/** The context of rules of conversations and of the districts above. */
export interface ConversationsContext extends BookingsContext {
  config: BookingsContext['config'] & ReviewConfig
  guestChannels: GuestChannels
  reviewChannels: ReviewChannels
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<ConversationsContext, 'log' | 'db'> {}
}
