import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'

export const expiries: Expiry[] = [
  /** The review stays, as it does with an account that is erased. */
  { table: 'channel_reviews', deleteSome: ({ db }) => queries.reviews.forgetNames(db, {}) },
]
