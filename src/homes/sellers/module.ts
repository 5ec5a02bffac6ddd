import { sellerRoutes } from './routes.ts'

export const routes = [sellerRoutes]
