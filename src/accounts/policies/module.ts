import { acceptanceRoutes } from './acceptance.routes.ts'
import { policyRoutes } from './routes.ts'

export const routes = [policyRoutes, acceptanceRoutes]
