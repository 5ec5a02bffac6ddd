import { paymentMethodRoutes } from './payment-methods.routes.ts'
import { userRoutes } from './routes.ts'

export const routes = [userRoutes]
export const bareRoutes = [paymentMethodRoutes]
