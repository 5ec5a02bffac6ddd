import { queries } from '../db/queries.ts'

/** What other rooms read and write of homes; each statement stands in sql/properties. */
export const { findBookingTerms, insertPhoto } = queries.properties
