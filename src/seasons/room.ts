import { seasonRoutes } from './routes.ts'

export const routes = [seasonRoutes]
