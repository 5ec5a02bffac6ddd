import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

export const expiries: Expiry[] = [
  { table: 'quotes', deleteSome: ({ db }) => queries.reservations.deleteExpiredQuotes(db, {}) },
]
