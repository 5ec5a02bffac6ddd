import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import type { Transaction } from '../../platform/db/client.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/plugins/authentication.ts'
import type { StaysContext } from '../context.ts'
import { partsByTerms, refundCents } from '../refunds/amounts.ts'
import { endMoney } from '../settlement/holds.jobs.ts'
import { findForParty } from '../stays/parties.ts'
import { isOver, sourcesOf } from '../stays/states.ts'
import { move } from '../stays/transitions.ts'

interface CancelRequest {
  reservation_id: number
  guest_id: number
  reason: string | undefined
  /** Only computes the result. */
  dry_run: boolean
}

/**
 * Cancels as the guest. The refund follows the terms of the reservation (docs/design/domain.md, "Price of a stay").
 * @throws AppError 403 its owner or the staff, 404 also for strangers, 409 too late.
 */
export async function cancelByGuest(
  context: StaysContext,
  identity: Identity,
  request: Omit<CancelRequest, 'guest_id'>,
) {
  const { property_id } = await findForParty(context.db, identity, request.reservation_id, 'guest')
  return lockCalendar(context, property_id, (tx) => cancel(context, tx, { ...request, guest_id: identity.userId }))
}

async function cancel(context: StaysContext, tx: Transaction, request: CancelRequest) {
  const reservation = await queries.stays.lockForCancellation(tx, {
    reservation_id: request.reservation_id,
    guest_id: request.guest_id,
  })
  if (!reservation) throw new AppError('notFound')
  if (isOver(reservation) || !sourcesOf('cancelled').includes(reservation.status)) throw new AppError('illegalMove')
  const receipts = await queries.payments.listReceipts(tx, { reservation_id: reservation.id })
  const refund = partsByTerms(reservation, receipts)
  const status: ReservationStatus = request.dry_run ? reservation.status : 'cancelled'
  if (!request.dry_run) {
    await move(context, tx, {
      reservation_id: reservation.id,
      to: 'cancelled',
      actor: 'guest',
      actor_id: request.guest_id,
      ...(request.reason === undefined ? {} : { reason: request.reason }),
    })
    await endMoney(context, tx, reservation.id, refund, { reason: 'cancelled by guest' })
  }
  return { reservation_id: reservation.id, status, refund_cents: refundCents(refund), currency: reservation.currency }
}
