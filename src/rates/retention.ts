import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

export const expiries: Expiry[] = [
  {
    table: 'calendar_days',
    deleteSome: ({ db, config }) => queries.rates.deletePastDays(db, { days: config.retention.calendarDays }),
  },
]
