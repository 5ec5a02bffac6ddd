import { queries } from '../db/queries.ts'

/** The state of the queues, for /metrics and `npm run admin -- jobs`. */
export const { countDeadLetters, countDue, listDeadLetters } = queries.jobs
