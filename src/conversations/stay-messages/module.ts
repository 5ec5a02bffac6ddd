import { stayMessageEvents } from './events.ts'
import { houseRoutes } from './house.routes.ts'
import { mailUnreadOfStay } from './jobs.ts'
import { stayMessagePush } from './pushes.ts'
import { inboxRoutes } from './routes.ts'

export { expiries } from './retention.ts'
export const routes = [inboxRoutes, houseRoutes]
export const pushes = [stayMessagePush]
export const jobs = [mailUnreadOfStay]
export const subjects = [stayMessageEvents]
