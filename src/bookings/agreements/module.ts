import { forgetOldCards } from './jobs.ts'
import { contractRoutes } from './routes.ts'

export const routes = [contractRoutes]
export const jobs = [forgetOldCards]
