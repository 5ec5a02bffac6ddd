import type { Context, PlatformConfig } from '../platform/context.ts'
import type { Bus } from './bus/bus.ts'
import type { RealtimeConfig } from './pusher/config.ts'
import type { Sockets } from './pusher/sockets.ts'

/** The context of rules of realtime and of the districts above. */
export interface RealtimeContext extends Context {
  config: PlatformConfig & RealtimeConfig
  bus: Bus
  sockets: Sockets
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<RealtimeContext, 'log' | 'db'> {}
}
