import type { FastifyInstance } from 'fastify'
import { transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import { startRefund } from '../payments/refunds.ts'
import { guestRefund } from '../quotes/cancellation.ts'
import { pricedStay } from '../quotes/schemas.ts'
import { move } from './moves.ts'
import { type ReservationStatus, sourcesOf } from './states.ts'

export interface CancelRequest {
  reservationId: number
  guestId: number
  reason: string | undefined
  /** Only tells what would happen. */
  dryRun: boolean
}

/**
 * A guest cancels; what goes back follows the terms that his reservation keeps (domain.md, "Price of a stay", case H).
 * @throws AppError 404 not his, 409 too late.
 */
export async function cancelByGuest(app: FastifyInstance, request: CancelRequest) {
  return transaction(app.db, async (tx) => {
    const [known] = await queries.reservations.parties(tx, { reservation_id: request.reservationId })
    if (known) await queries.reservations.lockProperty(tx, { property_id: known.property_id })
    const [reservation] = await queries.reservations.lockForCancellation(tx, {
      reservation_id: request.reservationId,
      guest_id: request.guestId,
    })
    if (!reservation) throw new AppError('notFound')
    if (!sourcesOf('cancelled').includes(reservation.status)) throw new AppError('illegalMove')
    const { cancellation, currency } = pricedStay.parse(reservation.quote)
    const payments = await queries.payments.findPaid(tx, { reservation_id: reservation.id })
    const paid = payments.reduce((total, payment) => total + payment.left_cents, 0)
    const refund = guestRefund(cancellation, reservation.total_cents, paid, reservation.today)
    const status: ReservationStatus = request.dryRun ? reservation.status : 'cancelled'
    if (!request.dryRun) {
      await move(app, tx, {
        reservationId: reservation.id,
        to: 'cancelled',
        actor: 'guest',
        actorId: request.guestId,
        ...(request.reason === undefined ? {} : { reason: request.reason }),
      })
      let left = refund
      for (const payment of payments) {
        const part = Math.min(left, payment.left_cents)
        if (part > 0)
          await startRefund(app, tx, {
            paymentId: payment.id,
            reservationId: reservation.id,
            cents: part,
            currency,
            reason: 'cancelled by guest',
          })
        left -= part
      }
    }
    return { reservation_id: reservation.id, status, refund_cents: refund, currency }
  })
}
