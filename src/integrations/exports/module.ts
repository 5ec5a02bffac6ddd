import { exportRoutes } from './routes.ts'

export { exportStreams as plugin } from './stream.ts'
export const routes = [exportRoutes]
