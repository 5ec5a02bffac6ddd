import { closeCheckoutJob } from './close-checkouts.ts'
import { paymentEvents } from './events.ts'
import { payRoutes } from './pay.routes.ts'

export { payments as ports } from './plugin.ts'
export const routes = [payRoutes]
export const subjects = [paymentEvents]
export const jobs = [closeCheckoutJob]
