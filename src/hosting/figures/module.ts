import { figuresRoutes } from './routes.ts'

export const routes = [figuresRoutes]
