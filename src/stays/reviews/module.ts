import { reviewEvents } from './events.ts'
import { remindToReview } from './jobs.ts'
import { reviewRoutes } from './routes.ts'

export { expiries } from './retention.ts'
export const routes = [reviewRoutes]
export const jobs = [remindToReview]
export const subjects = [reviewEvents]
