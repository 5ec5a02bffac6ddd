import { userRoutes } from './routes.ts'

export const routes = [userRoutes]
