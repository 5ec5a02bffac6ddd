import { detachMethod, syncMethod } from './methods.ts'
import { paymentMethodRoutes } from './payment-methods.routes.ts'
import { syncSubscription } from './subscriptions.ts'

export const bareRoutes = [paymentMethodRoutes]
export const jobs = [detachMethod, syncMethod, syncSubscription]
