import { queries } from '../../platform/db/queries.ts'
import { companyRoutes } from './routes.ts'

export { brands as ports } from './brands.ts'
export const routes = [companyRoutes]
export const namedFiles = queries.company.listNamedFiles
