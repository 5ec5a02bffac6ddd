import { chargeBalance, collectBalances } from './balance.jobs.ts'
import { completeStays } from './completion.jobs.ts'
import { confirmationRoutes } from './confirmation.routes.ts'
import { closeCheckoutsJob, expireHoldsJob } from './holds.jobs.ts'
import { ownerMoveRoutes } from './owner.routes.ts'
import { sendRefund } from './refunds.jobs.ts'
import { refundRoutes } from './refunds.routes.ts'
import { reservationRoutes } from './routes.ts'
import { reservationInvoiceRoutes, supplementRoutes } from './supplements.routes.ts'

export { stays as plugin } from './plugin.ts'
export const routes = [reservationRoutes, confirmationRoutes, supplementRoutes]
export const bareRoutes = [ownerMoveRoutes, refundRoutes, reservationInvoiceRoutes]
export const jobs = [chargeBalance, collectBalances, closeCheckoutsJob, expireHoldsJob, completeStays, sendRefund]
