import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export { presencePushes as pushes } from './pushes.ts'
export const expiries: Expiry[] = [
  { table: 'realtime_revocations', deleteSome: ({ db }) => queries.bus.deleteRevocations(db, {}) },
  { table: 'realtime_caches', deleteSome: ({ db }) => queries.bus.deleteCaches(db, {}) },
  // Nodes of 0.3 that have a Redis keep what they have relayed for five minutes.
  { table: 'realtime_outbox', deleteSome: ({ db }) => queries.bus.deleteRelayed(db, {}) },
  { table: 'realtime_payloads', deleteSome: ({ db }) => queries.bus.deletePayloads(db, {}) },
]
