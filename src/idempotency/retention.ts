import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

export const idempotencyExpiries: Expiry[] = [
  { table: 'idempotency_keys', deleteSome: ({ db }) => queries.idempotency.deleteOld(db, {}) },
]
