import { payRoutes } from './pay.routes.ts'

export { payments as plugin } from './plugin.ts'
export const routes = [payRoutes]
export { paymentEvents as subject } from './events.ts'
