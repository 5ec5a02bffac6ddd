import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import type { BookingsContext } from '../context.ts'
import { lowerToPrice } from './change-money.ts'
import { followOwed } from './collected.ts'

/** Fits the payments of a stay of a channel to its price and its collector. */
export const followOwedJob = defineJob({
  name: 'settlement.follow-owed',
  payload: z.object({ reservation_id: z.int() }),
  run: (context: BookingsContext, { reservation_id }) => followOwed(context, reservation_id),
})

/** Asks for the prices of stays that channels had sold before 0.3 was enabled, and lowers what stays ask for above theirs. */
export const askForOwed = defineJob({
  name: 'settlement.owed',
  payload: z.object({}),
  schedule: '41 * * * *',
  async run(context: BookingsContext) {
    const first = { check_in: '0001-01-01', id: 0 }
    for await (const { id } of sweep(first, (after) => queries.settlement.listUnasked(context.db, after))) {
      if (context.stopping) return
      await followOwed(context, id).catch((error: unknown) => {
        context.log.error({ err: error, reservation: id }, 'the price of a stay of a channel was not asked for')
      })
    }
    for await (const { id } of sweep({ id: 0 }, (after) => queries.states.listAbovePrice(context.db, after))) {
      if (context.stopping) return
      await lowerToPrice(context, id).catch((error: unknown) => {
        context.log.warn({ err: error, reservation: id }, 'a stay still asks for more than its price')
      })
    }
  },
})

/** Lowers what is open of a stay after money has come back: nothing is asked for above its price. */
export const lowerOpenJob = defineJob({
  name: 'settlement.lower-open',
  payload: z.object({ reservation_id: z.int() }),
  run: (context: BookingsContext, { reservation_id }) => lowerToPrice(context, reservation_id),
})
