import { refreshPopularityJob } from './jobs.ts'
import { propertyListRoutes } from './routes.ts'

export const routes = [propertyListRoutes]
export const jobs = [refreshPopularityJob]
