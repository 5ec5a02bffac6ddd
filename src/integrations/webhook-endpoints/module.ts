import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { disableFailing, dropDeliveries } from './disable.ts'
import { webhookEndpointRoutes } from './routes.ts'

/** Retention, as long as that of the events they are about. */
const KEEP_DAYS = 30

export { webhookSender as plugin } from './plugin.ts'
export const routes = [webhookEndpointRoutes]
export const jobs = [disableFailing, dropDeliveries]
export const expiries: Expiry[] = [
  {
    table: 'webhook_deliveries',
    deleteSome: ({ db }) => queries.webhookEndpoints.deleteOld(db, { keep_days: KEEP_DAYS }),
  },
]
