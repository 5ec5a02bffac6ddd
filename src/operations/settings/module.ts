import { settingsRoutes } from './routes.ts'

export const routes = [settingsRoutes]
