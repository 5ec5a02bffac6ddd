import { chargeBalance, collectBalances } from './balance.jobs.ts'
import { askForOwed, followOwedJob, lowerOpenJob } from './collected.jobs.ts'
import { correctDocuments } from './correction.jobs.ts'
import { collectDamage } from './damage.jobs.ts'
import { elsewhereRoutes } from './elsewhere.routes.ts'
import { closeCheckoutsJob, expireHoldsJob } from './holds.jobs.ts'
import { reservationInvoiceRoutes, supplementRoutes } from './supplements.routes.ts'

export { sales as ports } from './plugin.ts'
export const routes = [supplementRoutes, elsewhereRoutes]
export const bareRoutes = [reservationInvoiceRoutes]
export const jobs = [
  ...[chargeBalance, collectBalances, collectDamage, closeCheckoutsJob],
  ...[correctDocuments, expireHoldsJob, askForOwed, followOwedJob, lowerOpenJob],
]
