import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import { closeCheckouts } from '../../money/payments/close-checkouts.ts'
import { queries } from '../../platform/db/queries.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import type { BookingsContext } from '../context.ts'
import { expireOverdueHolds, type Nights } from '../states/expiry.ts'

/** When somebody with too many open holds or inquiries may try again; by then some may be paid or expired. */
export const RETRY_IN_FIVE_MINUTES = { headers: { 'retry-after': '300' } }

/** Longest run of a sweep; the next one continues. */
const SWEEP_MS = 60_000

/**
 * Asks the provider about the checkouts of overdue holds on these nights, before a transaction takes the nights. Paid
 * ones are settled and open ones are closed, so that nobody can pay for a hold that is about to expire.
 * @throws AppError 503 when the provider cannot be asked.
 */
export async function settleOverdueHolds(context: BookingsContext, nights: Nights): Promise<void> {
  for (const { id } of await queries.states.listOverdueHolds(context.db, nights)) {
    await closeCheckouts(context, { reservation_id: id, only_ended: true })
  }
}

/** Expires holds and inquiries whose time is up, each in its own transaction. Paid ones are settled instead. */
export async function expireHolds(context: BookingsContext): Promise<void> {
  const end = Date.now() + SWEEP_MS
  const overdue = sweep({ id: 0, ended_at: '-infinity' }, (after) => queries.states.listOverdue(context.db, after))
  for await (const { id, property_id, check_in, check_out } of overdue) {
    if (context.stopping || Date.now() > end) return
    try {
      await closeCheckouts(context, { reservation_id: id, only_ended: true })
      await lockCalendar(context, property_id, (tx) =>
        expireOverdueHolds(context, tx, { property_id, check_in, check_out }),
      )
    } catch (error) {
      context.log.error({ err: error, reservation: id }, 'hold not expired')
    }
  }
}
