import type { HomesContext } from '../homes/context.ts'
import type { MoneyContext } from '../money/context.ts'
import type { FreedNights } from './stays/freed-nights.ts'

/** What rules of stays, and of the districts above them, work with. */
export interface StaysContext extends HomesContext, MoneyContext {
  config: MoneyContext['config']
  freedNights: FreedNights
}

declare module 'fastify' {
  interface FastifyInstance extends Omit<StaysContext, 'log' | 'db'> {}
}
