import { applyStripeEventJob } from './jobs.ts'
import { stripeRoutes } from './routes.ts'

export const bareRoutes = [stripeRoutes]
export const jobs = [applyStripeEventJob]
