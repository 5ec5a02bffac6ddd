import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { passkeyRoutes } from './passkeys.routes.ts'
import { completionRoutes, secondFactorRoutes } from './routes.ts'
import { signIn } from './sign-in.ts'

export const plugin = fp(async (app: FastifyInstance) => {
  app.decorate('signIn', (request, account) => signIn(app, request, account))
})
export const routes = [completionRoutes, secondFactorRoutes, passkeyRoutes]
export const expiries: Expiry[] = [
  { table: 'sign_in_challenges', deleteSome: ({ db }) => queries.secondFactor.deleteOldChallenges(db, {}) },
  { table: 'passkey_challenges', deleteSome: ({ db }) => queries.secondFactor.deleteOldPasskeyChallenges(db, {}) },
]
