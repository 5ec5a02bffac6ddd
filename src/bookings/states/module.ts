import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { mailChangedStay } from './contact.jobs.ts'

export const jobs = [mailChangedStay]
export { bookings as ports } from './bookings.ts'
export const expiries: Expiry[] = [
  { table: 'contacts', deleteSome: ({ db }) => transaction(db, (tx) => queries.states.forgetContacts(tx, {})) },
  { table: 'change_requests', deleteSome: ({ db }) => queries.states.deleteChangeRequests(db, {}) },
  { table: 'access_codes', deleteSome: ({ db }) => queries.states.deleteOldAccessCodes(db, {}) },
]
