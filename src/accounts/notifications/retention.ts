import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  {
    table: 'notifications',
    deleteSome: ({ db, config }) => queries.notifications.deleteOld(db, { days: config.retention.notifications }),
  },
]
