import { queries } from '../../platform/db/queries.ts'
import { invoiceEvents } from './events.ts'
import { creditRefund, invoicePayment } from './invoices.ts'
import { invoiceListRoutes } from './list.routes.ts'
import { invoiceRoutes } from './routes.ts'

export const routes = [invoiceRoutes, invoiceListRoutes]
export const jobs = [creditRefund, invoicePayment]
export const namedFiles = queries.invoices.listNamedFiles
export const subjects = [invoiceEvents]
