import { queries } from '../db/queries.ts'

/** The country of an ISO code, in either case. */
export const { findCountry } = queries.places
