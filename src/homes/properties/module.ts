import { queries } from '../../platform/db/queries.ts'
import { propertyEvents } from './events.ts'
import { photoRoutes } from './photos.routes.ts'
import { propertyRoutes } from './routes.ts'

export { listedHome as plugin } from './listed-home.ts'
export const routes = [propertyRoutes, photoRoutes]
export const namedFiles = queries.properties.listNamedFiles
export const subjects = [propertyEvents]
