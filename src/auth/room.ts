import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { externalRoutes, externalSignIn, sharedCallbackRoutes } from './external.routes.ts'
import { authRoutes } from './routes.ts'

/** Sign-in with other providers; they may all return to one address outside /api/v1. */
export const plugin = fp(async (app: FastifyInstance) => {
  await app.register(externalSignIn)
  await app.register(sharedCallbackRoutes)
})
export const routes = [authRoutes, externalRoutes]
