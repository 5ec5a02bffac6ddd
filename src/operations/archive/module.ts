import { queries } from '../../platform/db/queries.ts'
import { historyRoutes } from './history.routes.ts'
import { archiveRoutes } from './routes.ts'

export const routes = [archiveRoutes, historyRoutes]
export const namedFiles = queries.archive.listNamedFiles
