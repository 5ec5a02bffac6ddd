import type { ReservationSource, ReservationStatus } from '../../platform/db/enums.ts'
import { GOES_ON, isOver, sourcesOf } from '../states/states.ts'
import type { Selling } from './at-channel.ts'

/** Actions on a reservation. Later versions add more (docs/design/api.md, "Quotes, reservations, payments"). */
export const ACTIONS = [
  'confirm',
  'decline',
  'cancel',
  'change',
  'request_change',
  'check_in',
  'complete',
  'no_show',
  'release',
  'pay',
  'refund',
  'review',
  'invoice',
] as const

export type Action = (typeof ACTIONS)[number]

export interface Standing {
  status: ReservationStatus
  check_in: string
  check_out: string
  /** The day at the home. */
  today: string
  source: ReservationSource
  guest_id: number | null
  /** A booking of a channel is cancelled and changed there, unless no connection brings that: then its company does it here. */
  selling: Selling
  /** The time to answer an inquiry is over. A hold whose time is over is confirmed as long as nobody has ended it. */
  isOverdue: boolean
  /** The owner has accepted it, and it waits for its payment. */
  was_inquiry: boolean
  isGuest: boolean
  isOwner: boolean
  isStaff: boolean
  /** True if the guest has an address to pay at. */
  isPayable: boolean
  /** True if money can be refunded. */
  isRefundable: boolean
  isReviewable: boolean
  /** True if supplements are not paid. */
  isBillable: boolean
  /** True if nights from today on are taken. */
  holdsNights: boolean
}

/** True if its company changes a reservation in this state: one that goes on, or that it holds by hand. Pure. */
export const isChangeable = ({ status, guest_id }: Pick<Standing, 'status' | 'guest_id'>): boolean =>
  GOES_ON.includes(status) || (status === 'pending' && guest_id === null)

/** Actions that the caller may take on a reservation now. Pure. */
export function actionsOf(stay: Standing): Action[] {
  const { status, today, check_in, check_out, isGuest } = stay
  const decides = stay.isOwner || stay.isStaff
  // An inquiry of a channel is answered there, with a connection or without.
  const isAnsweredThere = stay.source === 'channel' && status === 'inquiry'
  const isOurs = !isAnsweredThere && (stay.selling === 'ours' || (decides && stay.selling === 'unconnected'))
  const mayMove = (to: Parameters<typeof sourcesOf>[0]) => sourcesOf(to).includes(status)
  const isOpen = !isOver(stay)
  const may: Record<Action, boolean> = {
    confirm:
      decides &&
      isOpen &&
      ((isOurs && status === 'inquiry' && !stay.isOverdue) || (mayMove('confirmed') && !stay.was_inquiry)),
    decline: decides && isOurs && mayMove('declined'),
    cancel: (isGuest || decides) && isOurs && isOpen && mayMove('cancelled'),
    // A connected channel leaves the choice of the home until the arrival.
    change: decides && isOpen && isChangeable(stay) && (isOurs || status !== 'checked_in'),
    request_change: isGuest && isOurs && isOpen && GOES_ON.includes(status),
    check_in: decides && mayMove('checked_in') && today >= check_in,
    complete: decides && mayMove('completed') && today >= check_out,
    no_show: decides && mayMove('no_show') && today > check_in,
    release: decides && status === 'no_show' && stay.holdsNights,
    pay: isGuest && stay.isPayable,
    refund: decides && stay.isRefundable,
    review: isGuest && stay.isReviewable,
    invoice: stay.isBillable,
  }
  return ACTIONS.filter((action) => may[action])
}
