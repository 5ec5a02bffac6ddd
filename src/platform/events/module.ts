import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'
import { eventRoutes } from './routes.ts'

export const routes = [eventRoutes]
/** Readers of the feed that come less often than this have to fill their copy again. */
const KEEP_DAYS = 30

export const expiries: Expiry[] = [
  { table: 'events', deleteSome: ({ db }) => queries.events.dropDay(db, { keep_days: KEEP_DAYS }) },
]
