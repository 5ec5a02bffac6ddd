import { importRoutes } from './routes.ts'

export const routes = [importRoutes]
