import { queries } from '../db/queries.ts'

/** Functions for other rooms that read and write homes; their statements are in sql/properties. */
export const { findBookingTerms, insertPhoto, lockRating, updateRating } = queries.properties
