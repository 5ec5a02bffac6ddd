import { placeRoutes } from './routes.ts'
import { taxRoutes } from './tax.routes.ts'

export const routes = [placeRoutes, taxRoutes]
