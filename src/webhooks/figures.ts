import { queries } from '../db/queries.ts'

/** How the inbox stands: for /metrics and `npm run admin -- inbox`. */
export const { countWaiting, listWaiting } = queries.webhooks
