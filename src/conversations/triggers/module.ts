import { triggerRoutes } from './routes.ts'

export const bareRoutes = [triggerRoutes]
