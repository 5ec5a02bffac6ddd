import type { HomesContext } from '../homes/context.ts'
import type { MoneyContext } from '../money/context.ts'
import type { DepartureTasks } from './calendars/departures.ts'
import type { ChannelConnections } from './reservations/channel-connections.ts'
import type { ReviewConfig } from './reviews/config.ts'
import type { ReviewChannels } from './reviews/review-channels.ts'
import type { GuestChannels } from './stay-messages/guest-channel.ts'
import type { FreedNights } from './stays/freed-nights.ts'
import type { RegisterConfig } from './travellers/config.ts'

/** The context of rules of stays and of the districts above. */
export interface StaysContext extends HomesContext, MoneyContext {
  config: MoneyContext['config'] & RegisterConfig & ReviewConfig
  freedNights: FreedNights
  departureTasks: DepartureTasks
  guestChannels: GuestChannels
  channelConnections: ChannelConnections
  reviewChannels: ReviewChannels
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<StaysContext, 'log' | 'db'> {}
}
