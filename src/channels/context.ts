import type { StaysContext } from '../stays/context.ts'
import type { ChannelManager } from './channel-manager/client.ts'
import type { ChannelConfig } from './channel-manager/config.ts'

/** The context of rules of channels. */
export interface ChannelsContext extends StaysContext {
  config: StaysContext['config'] & ChannelConfig
  /** undefined without a channel manager. */
  channelManager: ChannelManager | undefined
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<ChannelsContext, 'log' | 'db'> {}
}
