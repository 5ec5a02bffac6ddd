import { paymentEvents } from './events.ts'
import { payRoutes } from './pay.routes.ts'

export { payments as plugin } from './plugin.ts'
export const routes = [payRoutes]
export const subjects = [paymentEvents]
