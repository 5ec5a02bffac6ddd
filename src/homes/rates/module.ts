import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { seasonRoutes } from './seasons.routes.ts'

export const routes = [seasonRoutes]
export const expiries: Expiry[] = [
  {
    table: 'calendar_days',
    deleteSome: ({ db, config }) => queries.rates.deletePastDays(db, { days: config.retention.calendar }),
  },
]
