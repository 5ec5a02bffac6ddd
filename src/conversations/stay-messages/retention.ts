import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  {
    table: 'stay_messages',
    /** By age if the company sets a number of days, and with the addresses of guests without an account. */
    deleteSome: ({ db, config }) => queries.stayMessages.deleteOld(db, { days: config.retention.messages }),
  },
]
