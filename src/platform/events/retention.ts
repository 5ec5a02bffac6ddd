import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

/** Whoever reads the feed less often than this fills its copy anew. */
const KEEP_DAYS = 30

export const expiries: Expiry[] = [
  { table: 'events', deleteSome: ({ db }) => queries.events.dropDay(db, { keep_days: KEEP_DAYS }) },
]
