import { exportRoutes } from './routes.ts'
import { touristTaxRoutes } from './tourist-tax.routes.ts'

export { exportStreams as plugin } from './stream.ts'
export const routes = [exportRoutes, touristTaxRoutes]
