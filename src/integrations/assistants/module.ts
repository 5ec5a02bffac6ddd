import { assistantRoutes } from './routes.ts'

export const bareRoutes = [assistantRoutes]
