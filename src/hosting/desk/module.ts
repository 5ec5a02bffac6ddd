import { deskRoutes } from './routes.ts'

export const routes = [deskRoutes]
