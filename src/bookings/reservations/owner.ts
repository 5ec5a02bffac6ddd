import type { z } from 'zod'
import { payLink } from '../../money/payments/pay-link.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { Actor, ReservationStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, fieldProblem, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { MAXIMUM_CENTS } from '../../platform/lib/payable.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { BookingsContext } from '../context.ts'
import { partsByTerms, wholeOf } from '../refunds/amounts.ts'
import { endMoney } from '../settlement/holds.jobs.ts'
import { settleOverdueHolds } from '../settlement/holds.ts'
import { insertBookingPayment } from '../settlement/stay-payment.ts'
import { expireOverdueHolds } from '../states/expiry.ts'
import { lockStay } from '../states/lock-stay.ts'
import { inviteToReview, notifyGuest, type Parties, stayNotice } from '../states/notices.ts'
import { findForParty, hostActor } from '../states/parties.ts'
import { isOver, OWNER_WORDS, type OwnerTarget, ownerTarget, sourcesOf } from '../states/states.ts'
import { orTaken } from '../states/taken.ts'
import { type Move, move } from '../states/transitions.ts'
import { findSelling, refusalOf } from './at-channel.ts'
import { nowBy } from './refusals.ts'
import type { ownerMoveResult } from './schemas.ts'

/** Hold of an accepted inquiry, for its payment. */
const ACCEPTED_MINUTES = 24 * 60

type Locked = NonNullable<Awaited<ReturnType<typeof queries.states.lockForMove>>>

/**
 * Moves a reservation for the owner, or for the staff in their place (docs/design/domain.md, "Reservation states"). Does nothing if it
 * already has the wanted state.
 * @throws AppError 400 unknown word, 403 the guest, 404 also for strangers, 409 if the state or the day does not allow the move, or the
 * nights were taken, 503 if the provider cannot be asked about an overdue hold.
 */
export async function moveByOwner(
  context: BookingsContext,
  identity: Identity,
  reservationId: number,
  { word, seen }: { word: string; seen?: ReservationStatus | undefined },
): Promise<z.infer<typeof ownerMoveResult>> {
  const find = (db: Queryable) => findForParty(db, identity, reservationId, 'host')
  const found = await find(context.db)
  const to = ownerTarget(word)
  if (!to) throw invalid({ status: fieldProblem('notOneOf', { values: Object.keys(OWNER_WORDS) }) })
  if (to === 'confirmed') await settleOverdueHolds(context, found)
  try {
    return await lockStay(context, find, (tx, stay) =>
      moveLocked(context, tx, stay, { to, seen, actor: hostActor(stay, identity), actor_id: identity.personId }),
    )
  } catch (error) {
    throw orTaken(error)
  }
}

interface OwnerMove {
  to: OwnerTarget
  /** The state that the person saw. */
  seen: ReservationStatus | undefined
  actor: Actor
  actor_id: number
}

async function moveLocked(context: BookingsContext, tx: Transaction, stay: Parties, wanted: OwnerMove) {
  if (wanted.to === 'confirmed') await queries.payments.lockOfReservation(tx, { reservation_id: stay.id })
  const reservation = await queries.states.lockForMove(tx, { reservation_id: stay.id })
  if (!reservation) throw new AppError('notFound')
  const { id: reservation_id, status } = reservation
  if (wanted.seen !== undefined && wanted.seen !== status) throw await overtakenBy(tx, reservation_id)
  if (status === wanted.to) return { reservation_id, status }
  // Its guest waits at the channel.
  if (status === 'inquiry' && reservation.source === 'channel') throw new AppError('answerAtChannel')
  assertInTime(reservation, wanted.to)
  if (wanted.to === 'confirmed' && status === 'inquiry') return accept(context, tx, stay, reservation, wanted)
  // An accepted inquiry waits for its payment: to accept it again, for example by a double click, does not waive that.
  if (wanted.to === 'confirmed' && status === 'pending' && reservation.was_inquiry) return { reservation_id, status }
  assertAllowed(reservation, wanted.to)
  if (wanted.to === 'cancelled' || wanted.to === 'declined') {
    const refusal = refusalOf(await findSelling(context, tx, reservation), 'cancelAtChannel', undefined)
    if (refusal) throw refusal
  }
  await step(context, tx, { reservation_id, ...wanted })
  await EFFECTS[wanted.to]?.(context, tx, stay, reservation, wanted)
  return { reservation_id, status: wanted.to }
}

/** The refusal of a decision about a state that is no longer there: it says who was faster, and when. */
async function overtakenBy(tx: Transaction, reservation_id: number): Promise<AppError> {
  const last = await queries.states.findLastStep(tx, { reservation_id })
  const name = last?.first_name
  if (!last || !name) return new AppError('movedMeanwhile')
  return new AppError('movedMeanwhile', {
    after: (locale) => {
      const { labels, tag } = texts(locale)
      const state = labels.reservation_status[last.to_status]
      const minutes = Math.round((Date.now() - Date.parse(last.at)) / 60_000)
      const ago = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-minutes, 'minute')
      return nowBy[locale](state, name, ago)
    },
  })
}

async function step(context: BookingsContext, tx: Transaction, request: Move): Promise<void> {
  if (!(await move(context, tx, request))) throw new AppError('illegalMove')
}

/** @throws AppError 409 when the day does not allow the move. */
function assertInTime(stay: Locked, to: OwnerTarget): void {
  const { check_in, check_out, today } = stay
  const isTooEarly =
    (to === 'checked_in' && today < check_in) ||
    (to === 'no_show' && today <= check_in) ||
    (to === 'completed' && today < check_out)
  const isTooLate = (to === 'confirmed' || to === 'cancelled') && isOver(stay)
  if (isTooEarly || isTooLate) throw new AppError('illegalMove')
}

/** @throws AppError 409 */
function assertAllowed({ status }: Locked, to: OwnerTarget): void {
  if (!sourcesOf(to).includes(status)) throw new AppError('illegalMove')
}

/** An accepted inquiry holds its nights until it is paid; with nothing due it is confirmed at once. */
async function accept(
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  { id: reservation_id, ...price }: Locked,
  { actor, actor_id }: OwnerMove,
) {
  if (price.due_now_cents > MAXIMUM_CENTS) throw new AppError('unpayable')
  await expireOverdueHolds(context, tx, stay)
  await step(context, tx, { reservation_id, to: 'pending', actor, actor_id, hold_minutes: ACCEPTED_MINUTES })
  await queries.states.takeNights(tx, { reservation_id })
  if (price.due_now_cents === 0) {
    await step(context, tx, { reservation_id, to: 'confirmed', actor: 'system', reason: 'nothing due' })
    return { reservation_id, status: 'confirmed' as const }
  }
  const payment = await insertBookingPayment(tx, stay, price, ACCEPTED_MINUTES)
  await notifyGuest(context, tx, stay, {
    ...stayNotice('inquiry_accepted', stay, 'accepted'),
    data: { reservation_id, payment_id: payment.id },
    link: payLink(context, payment.key),
  })
  return { reservation_id, status: 'pending' as const }
}

type Effect = (
  context: BookingsContext,
  tx: Transaction,
  stay: Parties,
  reservation: Locked,
  wanted: OwnerMove,
) => Promise<void>

/** Refund everything when the owner cancels, unless the guest has not paid the balance. */
const giveUp: Effect = async (app, tx, _stay, reservation, { to, actor, actor_id }) => {
  const reservation_id = reservation.id
  const receipts = await queries.payments.listReceipts(tx, { reservation_id })
  const parts = reservation.is_overdue ? partsByTerms(reservation, receipts) : wholeOf(receipts)
  await endMoney(app, tx, reservation_id, parts, { reason: `${to} by ${actor}`, created_by: actor_id })
}

const EFFECTS: Partial<Record<OwnerTarget, Effect>> = {
  /** The amount due of a stay that the owner confirms without payment stays due. */
  confirmed: (_app, tx, stay) => queries.payments.liftDeadline(tx, { reservation_id: stay.id }),
  cancelled: giveUp,
  completed: (app, tx, stay) => inviteToReview(app, tx, stay),
  async declined(app, tx, stay, reservation, wanted) {
    const type =
      reservation.status === 'inquiry' || reservation.was_inquiry ? 'inquiry_declined' : 'reservation_cancelled'
    await notifyGuest(app, tx, stay, stayNotice(type, stay, 'declined'))
    await giveUp(app, tx, stay, reservation, wanted)
  },
  /** A guest who does not come is refunded as one who cancels on that day. */
  async no_show(app, tx, _stay, reservation, { actor_id }) {
    const reservation_id = reservation.id
    const receipts = await queries.payments.listReceipts(tx, { reservation_id })
    const parts = partsByTerms(reservation, receipts)
    await endMoney(app, tx, reservation_id, parts, { reason: 'no show', created_by: actor_id })
  },
}
