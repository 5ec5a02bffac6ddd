import { seasonRoutes } from './seasons.routes.ts'

export { expiries } from './retention.ts'
export const routes = [seasonRoutes]
