import { detachMethod, syncMethod } from './methods.ts'
import { paymentMethodRoutes } from './payment-methods.routes.ts'

export const bareRoutes = [paymentMethodRoutes]
export const jobs = [detachMethod, syncMethod]
