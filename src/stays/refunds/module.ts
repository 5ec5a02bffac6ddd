import { sendRefund } from './jobs.ts'
import { refundRoutes } from './routes.ts'

export const bareRoutes = [refundRoutes]
export const jobs = [sendRefund]
