import { seasonRoutes } from './seasons.routes.ts'

export const routes = [seasonRoutes]
