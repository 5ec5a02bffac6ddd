import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { home } from './home.routes.ts'
import { housekeeping } from './housekeeping.ts'
import { operations } from './routes.ts'

export { metrics } from './metrics.ts'
/** The page at / and the health checks. */
export const plugin = fp(async (app: FastifyInstance) => {
  await app.register(home)
  await app.register(operations)
})
export const jobs = [housekeeping]
