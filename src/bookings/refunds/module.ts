import { sendRefund } from './jobs.ts'
import { refundRoutes } from './routes.ts'
import { stayRefundRoutes } from './stay.routes.ts'

export const bareRoutes = [refundRoutes]
export const routes = [stayRefundRoutes]
export const jobs = [sendRefund]
