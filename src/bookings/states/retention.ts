import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  { table: 'contacts', deleteSome: ({ db }) => queries.states.forgetContacts(db, {}) },
  { table: 'change_requests', deleteSome: ({ db }) => queries.states.deleteChangeRequests(db, {}) },
  { table: 'access_codes', deleteSome: ({ db }) => queries.states.deleteOldAccessCodes(db, {}) },
]
