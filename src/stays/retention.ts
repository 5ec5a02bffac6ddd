import { queries } from '../db/queries.ts'
import type { Expiry } from '../db/retention.ts'

export const stayExpiries: Expiry[] = [
  { table: 'contacts', deleteSome: ({ db }) => queries.stays.forgetContacts(db, {}) },
]
