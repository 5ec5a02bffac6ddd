import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { mailGathered } from './gathered.jobs.ts'
import { notificationPush, notificationReadPush } from './pushes.ts'
import { notificationRoutes } from './routes.ts'
import { unsubscribeRoutes } from './unsubscribe.routes.ts'

export const jobs = [mailGathered]
export const pushes = [notificationPush, notificationReadPush]
export const routes = [unsubscribeRoutes]
export const bareRoutes = [notificationRoutes]
export const expiries: Expiry[] = [
  {
    table: 'notifications',
    deleteSome: ({ db, config }) => queries.notifications.deleteOld(db, { days: config.retention.notifications }),
  },
]
