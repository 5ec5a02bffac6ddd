import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { BookingsContext } from '../context.ts'
import { lockStay } from '../states/lock-stay.ts'
import { findForParty } from '../states/parties.ts'

/**
 * Frees the nights of a no-show from today at the home on, so that they can be sold again. The money of the stay stays as it is.
 * @throws AppError 403 the guest, 404 also for strangers, 409 for a stay that is no no-show, or whose nights are free.
 */
export async function releaseNights(context: BookingsContext, identity: Identity, reservationId: number) {
  return lockStay(
    context,
    (db) => findForParty(db, identity, reservationId, 'host'),
    async (tx, { property_id }) => {
      const stay = await queries.states.lockForMove(tx, { reservation_id: reservationId })
      if (stay?.status !== 'no_show') throw new AppError('illegalMove')
      const { today: day, check_out } = stay
      const { freed } = await queries.states.releaseRest(tx, { reservation_id: reservationId, day })
      if (freed === 0) throw new AppError('illegalMove')
      await context.freedNights.closeTaken(tx, { property_id, check_in: day, check_out })
      return { reservation_id: reservationId, free_from: day, free_until: check_out }
    },
  )
}
