import { propertyListRoutes } from './routes.ts'

export const routes = [propertyListRoutes]
