import { queries } from '../../platform/db/queries.ts'
import { homeArrivalRoutes } from './home.routes.ts'
import { arrivalPictureRoutes } from './pictures.routes.ts'
import { stayArrivalRoutes } from './stay.routes.ts'

export const routes = [homeArrivalRoutes, stayArrivalRoutes, arrivalPictureRoutes]
export const namedFiles = queries.arrival.listNamedFiles
