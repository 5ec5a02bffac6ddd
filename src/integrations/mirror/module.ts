import { mirrorRoutes } from './routes.ts'

export const routes = [mirrorRoutes]
