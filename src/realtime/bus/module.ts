import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export { presencePushes as pushes } from './pushes.ts'
export const expiries: Expiry[] = [
  { table: 'realtime_revocations', deleteSome: ({ db }) => queries.bus.deleteRevocations(db, {}) },
  { table: 'realtime_caches', deleteSome: ({ db }) => queries.bus.deleteCaches(db, {}) },
  { table: 'realtime_payloads', deleteSome: ({ db }) => queries.bus.deletePayloads(db, {}) },
]
