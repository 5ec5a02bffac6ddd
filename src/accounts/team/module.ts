import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { rolesWith } from '../roles.ts'
import { teamRoutes } from './routes.ts'

export { findMember } from './team.ts'
export const routes = [teamRoutes]
export const expiries: Expiry[] = [
  { table: 'team_grants', deleteSome: ({ db }) => transaction(db, (tx) => queries.team.deleteExpired(tx, {})) },
]

export const plugin = fp(async (app: FastifyInstance) => {
  app.decorate('listNotified', async (tx, { scope, ...subject }) => {
    const members = await queries.team.listNotified(tx, { ...subject, roles: rolesWith(scope) })
    return members.map(({ user_id }) => user_id)
  })
})
