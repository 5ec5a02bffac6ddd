import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

export const expiries: Expiry[] = [{ table: 'contacts', deleteSome: ({ db }) => queries.stays.forgetContacts(db, {}) }]
