import { queries } from '../db/queries.ts'

/** The country of an ISO code in upper or lower case. */
export const { findCountry } = queries.places

/** The time zone of the place of a country that is nearest to a point. */
export const { findNearestZone } = queries.places
