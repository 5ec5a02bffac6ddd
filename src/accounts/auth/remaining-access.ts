import type { Transaction } from '../../platform/db/client.ts'

/** Access to an account that outlasts a new password: addresses of webhook endpoints and names of API keys. */
export interface RemainingAccess {
  endpoints: string[]
  keys: string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Implemented by src/integrations/webhook-endpoints, which stands above accounts. */
    remainingAccess(tx: Transaction, user_id: number): Promise<RemainingAccess>
  }
}
