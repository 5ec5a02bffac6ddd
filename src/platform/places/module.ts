import { placeRoutes } from './routes.ts'

export const routes = [placeRoutes]
