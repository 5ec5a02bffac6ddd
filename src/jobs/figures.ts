import { queries } from '../db/queries.ts'

/** How the queues stand: for /metrics and `npm run admin -- jobs`. */
export const { countDeadLetters, countDue, listDeadLetters } = queries.jobs
