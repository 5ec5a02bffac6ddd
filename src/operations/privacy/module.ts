import { privacyRoutes } from './routes.ts'

export const routes = [privacyRoutes]
