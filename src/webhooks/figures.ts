import { queries } from '../db/queries.ts'

/** The state of the inbox, for /metrics and `npm run admin -- inbox`. */
export const { countWaiting, listWaiting } = queries.webhooks
