import { taxRoutes } from './routes.ts'

export const routes = [taxRoutes]
