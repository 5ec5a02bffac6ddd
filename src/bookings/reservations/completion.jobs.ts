import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import type { BookingsContext } from '../context.ts'
import { startDueBalances } from '../settlement/balance.jobs.ts'
import { lockStay, stayOf } from '../states/lock-stay.ts'
import { inviteToReview } from '../states/notices.ts'
import { GOES_ON } from '../states/states.ts'
import { move } from '../states/transitions.ts'

const BY_TIME = { actor: 'system' as const, reason: 'checked out', sources: GOES_ON }

/**
 * Completes stays whose check-out day has passed at their home, after what is due of them is asked for. Hourly, because it
 * is midnight somewhere every hour.
 */
export const completeStays = defineJob({
  name: 'reservations.complete',
  events: ['reservation.completed'],
  payload: z.object({}),
  schedule: '7 * * * *',
  rehearses: true,
  async run(context: BookingsContext) {
    await startDueBalances(context)
    const over = sweep({ check_out: '0001-01-01', id: 0 }, (after) => queries.states.listOver(context.db, after))
    for await (const { id } of over) {
      if (context.stopping) return
      // Each in its own transaction: one that fails stops none behind it.
      await lockStay(context, stayOf(id), async (tx) => {
        const moved = await move(context, tx, { reservation_id: id, to: 'completed', ...BY_TIME })
        if (moved) await inviteToReview(context, tx, moved)
      }).catch((error: unknown) => {
        context.log.error({ err: error, reservation: id }, 'stay not completed')
      })
    }
  },
})
