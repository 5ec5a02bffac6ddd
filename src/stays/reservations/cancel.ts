import type { Transaction } from '../../platform/db/client.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/plugins/authentication.ts'
import type { StaysContext } from '../context.ts'
import { cardsFirst, isByCard, type Kept, partsByTerms, partsOf, refundCents, wholeOf } from '../refunds/amounts.ts'
import { endMoney } from '../settlement/holds.jobs.ts'
import { lockStay } from '../stays/lock-stay.ts'
import type { Parties } from '../stays/notices.ts'
import { findForParty, hostActor } from '../stays/parties.ts'
import { isOver, sourcesOf } from '../stays/states.ts'
import { move } from '../stays/transitions.ts'

/** Refund of a cancellation by the company: everything, what the guest would get by the terms of the stay, or an amount in cents. */
export type CompanyRefund = 'all' | 'by_terms' | number

interface CancelRequest {
  reservation_id: number
  /** Required of the company; a guest gets what the terms say. */
  refund: CompanyRefund | undefined
  reason: string | undefined
  /** Only computes the result. */
  dry_run: boolean
}

interface Cancellation extends CancelRequest {
  actor: 'guest' | ReturnType<typeof hostActor>
  actor_id: number
}

/**
 * Cancels as the guest or as the company (docs/design/domain.md, "Cancellation").
 * @throws AppError 400 a refund that the other side decides, 403 a stay of one's own at the company, 404 also for strangers, 409 too late,
 * a booking of a channel, or more than was paid.
 */
export async function cancelStay(context: StaysContext, identity: Identity, request: CancelRequest) {
  const { reservation_id, refund } = request
  return lockStay(
    context,
    (db) => findForParty(db, identity, reservation_id, 'any'),
    async (tx, stay) => {
      const isGuest = stay.guest_id === identity.userId
      if (isGuest && refund !== undefined) throw invalid({ refund: 'byTerms' })
      if (!isGuest && refund === undefined) throw invalid({ refund: 'required' })
      const actor = isGuest ? 'guest' : hostActor(stay, identity)
      return cancel(context, tx, stay, { ...request, actor, actor_id: identity.personId })
    },
  )
}

async function cancel(
  context: StaysContext,
  tx: Transaction,
  { id: reservation_id, guest_id }: Parties,
  { actor, actor_id, ...request }: Cancellation,
) {
  const reservation = await queries.stays.lockForMove(tx, { reservation_id })
  // A guest whose account was erased at the same time is no longer a party.
  if (!reservation || (actor === 'guest' && reservation.guest_id !== guest_id)) throw new AppError('notFound')
  if (isOver(reservation) || !sourcesOf('cancelled').includes(reservation.status)) throw new AppError('illegalMove')
  if (reservation.source === 'channel') throw new AppError('cancelAtChannel')
  const receipts = await queries.payments.listReceipts(tx, { reservation_id })
  const parts = partsFor(reservation, receipts, request.refund ?? 'by_terms')
  const status: ReservationStatus = request.dry_run ? reservation.status : 'cancelled'
  if (!request.dry_run) {
    const reason = request.reason === undefined ? {} : { reason: request.reason }
    await move(context, tx, { reservation_id, to: 'cancelled', actor, actor_id, ...reason })
    const created_by = actor === 'guest' ? {} : { created_by: actor_id }
    await endMoney(context, tx, reservation_id, parts, { reason: `cancelled by ${actor}`, ...created_by })
  }
  const refund_cents = refundCents(parts)
  const card_cents = refundCents(parts.filter(isByCard))
  return { reservation_id, status, refund_cents, card_cents, currency: reservation.currency }
}

/** @throws AppError 409 for more than is left of the receipts */
function partsFor<Receipt extends Kept>(
  reservation: Parameters<typeof partsByTerms>[0],
  receipts: Receipt[],
  refund: CompanyRefund,
) {
  if (refund === 'all') return wholeOf(receipts)
  if (refund === 'by_terms') return partsByTerms(reservation, receipts)
  return partsOf(cardsFirst(receipts), refund)
}
