import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { BookingsContext } from '../context.ts'
import { cardsFirst, isByCard, type Kept, partsByTerms, partsOf, refundCents, wholeOf } from '../refunds/amounts.ts'
import { endMoney } from '../settlement/holds.jobs.ts'
import { lockStay } from '../states/lock-stay.ts'
import type { Parties } from '../states/notices.ts'
import { findForParty, hostActor } from '../states/parties.ts'
import { isOver, sourcesOf } from '../states/states.ts'
import { move } from '../states/transitions.ts'
import { findSelling, refusalOf } from './at-channel.ts'

/** Refund of a cancellation by the company: everything, what the guest would get by the terms of the stay, or an amount in cents. */
type CompanyRefund = 'all' | 'by_terms' | number

interface CancelRequest {
  reservation_id: number
  /** Required of the company; a guest gets what the terms say. */
  refund: CompanyRefund | undefined
  reason: string | undefined
  /** The company has cancelled it at its channel, which does not say so itself. */
  done_at_channel: boolean | undefined
  /** Only computes the result. */
  dry_run: boolean
}

interface Cancellation extends CancelRequest {
  actor: 'guest' | ReturnType<typeof hostActor>
  /** undefined: a guest without an account. */
  actor_id: number | undefined
  /** It comes by a link that the company may have fetched. */
  by_company_link?: boolean
}

/**
 * Cancels as the guest or as the company (docs/design/domain.md, "Cancellation").
 * @throws AppError 400 a refund that the other side decides, 403 a stay of one's own at the company, 404 also for strangers, 409 too late,
 * a booking of a channel, or more than was paid.
 */
export async function cancelStay(context: BookingsContext, identity: Identity, request: CancelRequest) {
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

/**
 * Cancels as the guest, by the terms of the stay, whoever proves to be the guest.
 * @param find the stay; it runs before and under the lock of its home.
 * @param by_company_link it comes by a link that the company may have fetched.
 * @param prove throws for who is not the guest; it runs in the transaction of the cancellation.
 * @throws AppError 404, 409 too late, or a booking of a channel.
 */
export const cancelAsGuest = (
  context: BookingsContext,
  find: (db: Queryable) => Promise<Parties>,
  prove: (tx: Transaction) => Promise<void>,
  by_company_link = false,
) =>
  lockStay(context, find, async (tx, stay) => {
    await prove(tx)
    const request = {
      reservation_id: stay.id,
      refund: undefined,
      reason: undefined,
      done_at_channel: undefined,
      dry_run: false,
    }
    return cancel(context, tx, stay, {
      ...request,
      by_company_link,
      actor: 'guest',
      actor_id: stay.guest_id ?? undefined,
    })
  })

async function cancel(
  context: BookingsContext,
  tx: Transaction,
  { id: reservation_id, guest_id }: Parties,
  { actor, actor_id, by_company_link = false, ...request }: Cancellation,
) {
  const reservation = await queries.states.lockForMove(tx, { reservation_id })
  // A guest whose account was erased at the same time is no longer a party.
  if (!reservation || (actor === 'guest' && reservation.guest_id !== guest_id)) throw new AppError('notFound')
  if (isOver(reservation) || !sourcesOf('cancelled').includes(reservation.status)) throw new AppError('illegalMove')
  const selling = await findSelling(context, tx, reservation)
  const refusal = refusalOf(
    actor === 'guest' && selling === 'unconnected' ? 'connected' : selling,
    'cancelAtChannel',
    request.done_at_channel,
  )
  if (refusal) throw refusal
  const receipts = await queries.payments.listReceipts(tx, { reservation_id })
  const parts = partsFor(reservation, receipts, request.refund ?? 'by_terms')
  const status: ReservationStatus = request.dry_run ? reservation.status : 'cancelled'
  if (!request.dry_run) {
    const reason = request.reason === undefined ? {} : { reason: request.reason }
    const by = actor_id === undefined ? {} : { actor_id }
    if (request.done_at_channel) await queries.states.markDoneAtChannel(tx, { reservation_id })
    await move(context, tx, { reservation_id, to: 'cancelled', actor, ...by, ...reason, by_company_link })
    const created_by = actor === 'guest' || actor_id === undefined ? {} : { created_by: actor_id }
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

type Outcome = Awaited<ReturnType<typeof cancelStay>>

/** A cancellation in major units. Pure. */
export const showCancellation = ({ refund_cents, card_cents, ...result }: Outcome) => ({
  ...result,
  refund: fromCents(refund_cents),
  refund_parts: { card: fromCents(card_cents), elsewhere: fromCents(refund_cents - card_cents) },
})
