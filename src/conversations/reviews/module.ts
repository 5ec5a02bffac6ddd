import { reviewEvents } from './events.ts'
import { remindToReview } from './jobs.ts'
import { reviewRoutes } from './routes.ts'

export { reviewsOfStays as ports } from './of-stay.ts'
export { expiries } from './retention.ts'
export const routes = [reviewRoutes]
export const jobs = [remindToReview]
export const subjects = [reviewEvents]
