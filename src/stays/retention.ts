import { queries } from '../db/queries.ts'
import type { Expiry } from '../jobs/expiry.ts'

export const stayExpiries: Expiry[] = [
  { table: 'contacts', deleteSome: ({ db }) => queries.stays.forgetContacts(db, {}) },
]
