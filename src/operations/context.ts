import type { ChannelsContext } from '../channels/context.ts'
import type { IntegrationsContext } from '../integrations/context.ts'
import type { MetricsConfig } from './metrics/config.ts'

/** The context of rules of operations. */
export interface OperationsContext extends ChannelsContext, IntegrationsContext {
  config: ChannelsContext['config'] & IntegrationsContext['config'] & MetricsConfig
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<OperationsContext, 'log' | 'db'> {}
}
