import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [{ table: 'contacts', deleteSome: ({ db }) => queries.stays.forgetContacts(db, {}) }]
