import type { ConversationsContext } from '../conversations/context.ts'
import type { RegisterConfig } from './travellers/config.ts'

/** The context of rules of hosting and of the districts above. */
export interface HostingContext extends ConversationsContext {
  config: ConversationsContext['config'] & RegisterConfig
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<HostingContext, 'log' | 'db'> {}
}
