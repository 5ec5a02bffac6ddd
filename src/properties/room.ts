import { queries } from '../db/queries.ts'
import { photoRoutes } from './photos.routes.ts'
import { propertyRoutes } from './routes.ts'

export const routes = [propertyRoutes, photoRoutes]
export const namedFiles = queries.properties.listNamedFiles
export { propertyEvents as subject } from './events.ts'
