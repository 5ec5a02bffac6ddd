import type { ChannelsContext } from '../channels/context.ts'
import type { IntegrationsContext } from '../integrations/context.ts'
import type { MetricsConfig } from './metrics/config.ts'

/** What rules of operations work with. */
export interface OperationsContext extends ChannelsContext, IntegrationsContext {
  config: ChannelsContext['config'] & MetricsConfig
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<OperationsContext, 'log' | 'db'> {}
}
