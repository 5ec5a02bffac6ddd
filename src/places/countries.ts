import { queries } from '../db/queries.ts'

/** The country of an ISO code in upper or lower case. */
export const { findCountry } = queries.places
