import { refreshPopularityJob } from './jobs.ts'
import { propertyListRoutes } from './lists.routes.ts'
import { photoRoutes } from './photos.routes.ts'
import { propertyRoutes } from './routes.ts'

export const routes = [propertyRoutes, propertyListRoutes, photoRoutes]
export const jobs = [refreshPopularityJob]
