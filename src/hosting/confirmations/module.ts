import { confirmationRoutes } from './routes.ts'

export const routes = [confirmationRoutes]
