import { eventRoutes } from './routes.ts'

export { expiries } from './retention.ts'
export const routes = [eventRoutes]
