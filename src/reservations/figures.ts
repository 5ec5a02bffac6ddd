import { queries } from '../db/queries.ts'

/** The nights that were sold twice, for /metrics. */
export const { countOverbooked } = queries.reservations
