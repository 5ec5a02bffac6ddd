import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { memberRoutes } from './members.routes.ts'
import { photoRoutes } from './photos.routes.ts'
import { propertyRoutes } from './routes.ts'

export { listedHome as plugin } from './listed-home.ts'
export const routes = [propertyRoutes, photoRoutes, memberRoutes]
export const expiries: Expiry[] = [
  { table: 'member_invitations', deleteSome: ({ db }) => queries.properties.deleteExpiredInvitations(db, {}) },
]
export const namedFiles = queries.properties.listNamedFiles
export { propertyEvents as subject } from './events.ts'
