import { channelRoutes } from './channel-manager/routes.ts'
import { applyChannelEventJob, applyStripeEventJob } from './jobs.ts'
import { stripeRoutes } from './stripe/routes.ts'

export const routes = [channelRoutes]
export const bareRoutes = [stripeRoutes]
export const jobs = [applyChannelEventJob, applyStripeEventJob]
