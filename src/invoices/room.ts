import { creditRefund, invoicePayment } from './invoices.ts'
import { invoiceRoutes } from './routes.ts'

export const routes = [invoiceRoutes]
export const jobs = [creditRefund, invoicePayment]
