import { queries } from '../db/queries.ts'
import type { Expiry } from '../db/retention.ts'

export const pricingExpiries: Expiry[] = [
  { table: 'quotes', deleteSome: ({ db }) => queries.pricing.deleteExpiredQuotes(db, {}) },
]
