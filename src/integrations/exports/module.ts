import { exportRoutes } from './routes.ts'
import { touristTaxRoutes } from './tourist-tax.routes.ts'

export { exportStreams as ports } from './stream.ts'
export const routes = [exportRoutes, touristTaxRoutes]
