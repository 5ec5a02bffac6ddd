import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { sessionRoutes } from './routes.ts'
import { resumeSession } from './sessions.ts'

export const plugin = fp(async (app: FastifyInstance) => {
  app.decorate('resumeSession', (request, identity) => resumeSession(app, request, identity))
})
export const routes = [sessionRoutes]
export const expiries: Expiry[] = [{ table: 'sessions', deleteSome: ({ db }) => queries.sessions.deleteOld(db, {}) }]
