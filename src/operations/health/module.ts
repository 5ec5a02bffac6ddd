import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { documents } from './documents.routes.ts'
import { settleLossesJob } from './heartbeat.ts'
import { housekeeping } from './housekeeping.ts'
import { operations } from './routes.ts'
import { startPage } from './start-page.routes.ts'

export { heartbeat } from './heartbeat.ts'
export { positions } from './positions.ts'
export { rehearsalNotice } from './rehearsal.ts'
/** The page at /, the documents, the health checks, and what housekeeping deletes. */
export const plugin = fp(async (app: FastifyInstance, { expiries }: { expiries: Expiry[] }) => {
  app.decorate('expiries', expiries)
  await app.register(startPage)
  await app.register(documents)
  await app.register(operations)
})
export const jobs = [housekeeping, settleLossesJob]
