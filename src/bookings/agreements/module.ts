import { contractRoutes } from './routes.ts'

export const routes = [contractRoutes]
