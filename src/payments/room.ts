import { invoiceRoutes } from './invoices.routes.ts'
import { creditRefund, invoicePayment } from './invoices.ts'
import { detachMethod, syncMethod } from './methods.ts'
import { payRoutes } from './pay.routes.ts'

export { payments as plugin } from './plugin.ts'
export const routes = [payRoutes, invoiceRoutes]
export const jobs = [creditRefund, detachMethod, invoicePayment, syncMethod]
