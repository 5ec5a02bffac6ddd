import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  { table: 'contacts', deleteSome: ({ db }) => queries.stays.forgetContacts(db, {}) },
  { table: 'change_requests', deleteSome: ({ db }) => queries.stays.deleteChangeRequests(db, {}) },
  { table: 'access_codes', deleteSome: ({ db }) => queries.stays.deleteOldAccessCodes(db, {}) },
]
