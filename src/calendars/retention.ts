import { queries } from '../db/queries.ts'
import type { Expiry } from '../db/retention.ts'

export const calendarExpiries: Expiry[] = [
  {
    table: 'calendar_days',
    deleteSome: ({ db, config }) => queries.calendars.deletePastDays(db, { days: config.retention.calendarDays }),
  },
]
