import { queries } from '../db/queries.ts'

/** The state of the updates to the channel manager, for /metrics. */
export const countUnsent = queries.channelManager.countWaiting
