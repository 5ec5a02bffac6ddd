import { paymentVerificationRoutes, quoteRoutes } from './routes.ts'

export const routes = [quoteRoutes]
export const bareRoutes = [paymentVerificationRoutes]
