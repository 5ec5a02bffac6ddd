import { pipeline, type Transaction } from '../../platform/db/client.ts'
import type { Actor, ReservationStatus } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import type { BookingsContext } from '../context.ts'
import { type Notice, notifyBoth, notifyGuest, stayNotice } from './notices.ts'
import { holdsNights, type MoveTarget, sourcesOf, TAKES_PLACE } from './states.ts'

export interface Move {
  reservation_id: number
  to: MoveTarget
  actor: Actor
  actor_id?: number
  reason?: string
  /** It comes by a link that the company may have fetched. */
  by_company_link?: boolean
  /** Distinguishes the notices of several moves to the same state. */
  occasion?: string
  /** Link of the guest's notice; by default the stay. */
  link?: string
  /** A notice of the cause of a move to `confirmed`, which guest and owner get before that of the move. */
  cause?: Notice
  /** Hold of a move to `pending`. */
  hold_minutes?: number
  /** Replaces the usual states from which the target can be reached. */
  sources?: ReservationStatus[]
}

export interface MovedReservation {
  id: number
  property_id: string
  guest_id: number | null
  owner_id: number
  home: string
  /** True if the owner was notified of the stay before this move. */
  is_known_to_owner: boolean
  check_in: string
  check_out: string
}

/**
 * Moves a reservation to another state by compare-and-swap, with its history, its nights and its notifications, in the
 * caller's transaction. undefined when its present state does not allow that, for example after a concurrent move.
 */
export async function move(
  context: BookingsContext,
  tx: Transaction,
  request: Move,
): Promise<MovedReservation | undefined> {
  const moved = await queries.states.move(tx, {
    reservation_id: request.reservation_id,
    to_status: request.to,
    sources: request.sources ?? sourcesOf(request.to),
    actor: request.actor,
    actor_id: request.actor_id,
    reason: request.reason,
    hold_minutes: request.hold_minutes,
    by_company_link: request.by_company_link,
  })
  if (!moved) return undefined
  context.reports.moved(request.to)
  if (!holdsNights(request.to)) {
    await queries.states.releaseNights(tx, { reservation_id: moved.id })
    // The move holds the stay, so a code that was set in the meantime is deleted too.
    await queries.states.deleteAccessCode(tx, { reservation_id: moved.id })
    await queries.payments.end(tx, { reservation_id: moved.id })
    await context.freedNights.closeTaken(tx, moved)
  }
  await pipeline({
    cleaning:
      TAKES_PLACE.has(moved.from_status) !== TAKES_PLACE.has(request.to) &&
      context.departureTasks.followStay(tx, moved.id),
    notices: announce(context, tx, moved, request),
  })
  return moved
}

/** Notifies the guest of a move, and the owner where they know the stay. */
async function announce(context: BookingsContext, tx: Transaction, moved: MovedReservation, request: Move) {
  const type = ANNOUNCED[request.to]
  if (!type) return
  const occasion = request.occasion === undefined ? request.to : `${request.to}:${request.occasion}`
  const link = request.link === undefined ? {} : { link: request.link }
  const notice = { ...stayNotice(type, moved, occasion), ...link }
  if (moved.is_known_to_owner || request.to === 'confirmed')
    await notifyBoth(context, tx, moved, ...(request.cause ? [request.cause] : []), notice)
  else await notifyGuest(context, tx, moved, notice)
}

const ANNOUNCED: Partial<Record<MoveTarget, 'reservation_confirmed' | 'reservation_cancelled'>> = {
  confirmed: 'reservation_confirmed',
  cancelled: 'reservation_cancelled',
}
