import { broadcastingRoutes } from './broadcasting.routes.ts'

export { realtime as plugin } from './routes.ts'
export const bareRoutes = [broadcastingRoutes]
