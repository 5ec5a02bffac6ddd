import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { teamRoutes } from './routes.ts'

export { findMember } from './team.ts'
export const routes = [teamRoutes]
export const expiries: Expiry[] = [{ table: 'team_grants', deleteSome: ({ db }) => queries.team.deleteExpired(db, {}) }]
