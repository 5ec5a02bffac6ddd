import { mailGathered } from './gathered.jobs.ts'
import { notificationPush, notificationReadPush } from './pushes.ts'
import { notificationRoutes } from './routes.ts'
import { unsubscribeRoutes } from './unsubscribe.routes.ts'

export { expiries } from './retention.ts'
export const jobs = [mailGathered]
export const pushes = [notificationPush, notificationReadPush]
export const routes = [unsubscribeRoutes]
export const bareRoutes = [notificationRoutes]
