import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

export const expiries: Expiry[] = [
  { table: 'idempotency_keys', deleteSome: ({ db }) => queries.idempotency.deleteOld(db, {}) },
]
