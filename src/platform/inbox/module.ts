import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

export const expiries: Expiry[] = [
  {
    table: 'inbound_events',
    deleteSome: ({ db, config }) => queries.inbox.deleteSettled(db, { days: config.retention.inbox }),
  },
]
