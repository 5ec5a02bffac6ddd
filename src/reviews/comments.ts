import { queries } from '../db/queries.ts'

/** Functions for other rooms that read reviews; their statements are in sql/reviews. */
export const { find: findComment } = queries.reviews
