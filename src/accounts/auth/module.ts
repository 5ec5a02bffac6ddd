import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { authentication, type FindMember } from '../../platform/plugins/authentication.ts'
import type { ServerConfig } from '../../platform/plugins/config.ts'
import { batchedLookup } from './batched-lookup.ts'
import { externalRoutes, externalSignIn, sharedCallbackRoutes } from './external.routes.ts'
import { authRoutes } from './routes.ts'
import { countNews } from './throttle.ts'

interface Options {
  config: ServerConfig
  findMember: FindMember
}

/** Bearer tokens, and sign-in with other providers, which may all return to one address outside /api/v1. */
export const plugin = fp(async (app: FastifyInstance, { config, findMember }: Options) => {
  const { findAccount } = queries.auth
  await app.register(authentication, { config, findMember, findAccount, findBatched: batchedLookup() })
  await app.register(externalSignIn)
  await app.register(sharedCallbackRoutes)
})
export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('countNews', countNews)
})
export const routes = [authRoutes, externalRoutes]
export const namedFiles = queries.auth.listNamedFiles
export const expiries: Expiry[] = [
  { table: 'refreshed_tokens', deleteSome: ({ db }) => queries.auth.deleteRefreshedTokens(db, {}) },
  { table: 'ended_sessions', deleteSome: ({ db }) => queries.auth.deleteEndedSessions(db, {}) },
  { table: 'email_verifications', deleteSome: ({ db }) => queries.auth.deleteExpiredVerifications(db, {}) },
  { table: 'password_resets', deleteSome: ({ db }) => queries.auth.deleteExpiredResets(db, {}) },
  { table: 'account_undos', deleteSome: ({ db }) => queries.auth.deleteExpiredUndos(db, {}) },
  { table: 'attempt_counters', deleteSome: ({ db }) => queries.auth.deleteEndedCounters(db, {}) },
  { table: 'familiar_addresses', deleteSome: ({ db }) => queries.auth.deleteOldAddresses(db, {}) },
]
