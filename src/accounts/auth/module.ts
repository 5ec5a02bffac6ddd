import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { authentication, type FindMember } from '../../platform/plugins/authentication.ts'
import type { ServerConfig } from '../../platform/plugins/config.ts'
import { batchedLookup } from './batched-lookup.ts'
import { externalRoutes, externalSignIn, sharedCallbackRoutes } from './external.routes.ts'
import { authRoutes } from './routes.ts'

interface Options {
  config: ServerConfig
  findMember: FindMember
}

export { expiries } from './retention.ts'
/** Bearer tokens, and sign-in with other providers, which may all return to one address outside /api/v1. */
export const plugin = fp(async (app: FastifyInstance, { config, findMember }: Options) => {
  const { findAccount } = queries.auth
  await app.register(authentication, { config, findMember, findAccount, findBatched: batchedLookup() })
  await app.register(externalSignIn)
  await app.register(sharedCallbackRoutes)
})
export const routes = [authRoutes, externalRoutes]
export const namedFiles = queries.auth.listNamedFiles
