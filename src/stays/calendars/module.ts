import { calendarEvents, conflictEvents } from './events.ts'
import { calendarFeedRoutes } from './feeds.routes.ts'
import { importFeeds } from './jobs.ts'
import { calendarRoutes } from './routes.ts'

export { freedNights as plugin } from './freed-nights.ts'
export const routes = [calendarRoutes, calendarFeedRoutes]
export const jobs = [importFeeds]
export const subjects = [calendarEvents, conflictEvents]
