import { queries } from '../db/queries.ts'
import type { Expiry } from '../db/retention.ts'

export const realtimeExpiries: Expiry[] = [
  { table: 'realtime_revocations', deleteSome: ({ db }) => queries.realtime.deleteRevocations(db, {}) },
  { table: 'realtime_caches', deleteSome: ({ db }) => queries.realtime.deleteCaches(db, {}) },
  { table: 'realtime_payloads', deleteSome: ({ db }) => queries.realtime.deletePayloads(db, {}) },
]
