import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { conflictRoutes } from './conflicts.routes.ts'
import { calendarEvents, conflictEvents } from './events.ts'
import { calendarFeedRoutes } from './feeds.routes.ts'
import { importFeeds } from './jobs.ts'
import { ownerStayRoutes } from './owner-stays.routes.ts'
import { calendarRoutes } from './routes.ts'

export { freedNights as ports } from './freed-nights.ts'
export const routes = [calendarRoutes, calendarFeedRoutes, conflictRoutes, ownerStayRoutes]
export const expiries: Expiry[] = [
  { table: 'closures', deleteSome: ({ db }) => queries.calendars.forgetOwnerStays(db, {}) },
]
export const jobs = [importFeeds]
export const subjects = [calendarEvents, conflictEvents]
