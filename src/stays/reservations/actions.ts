import type { ReservationStatus } from '../../platform/db/enums.ts'
import { isOver, sourcesOf } from '../stays/states.ts'

/** Actions on a reservation. Later versions add more (docs/design/api.md, "Quotes, reservations, payments"). */
export const ACTIONS = [
  'confirm',
  'decline',
  'cancel',
  'check_in',
  'complete',
  'no_show',
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
  /** A booking of a channel is cancelled and declined there, unless no connection brings that. */
  isOurs: boolean
  /** The owner has accepted it, and it waits for its payment. */
  was_inquiry: boolean
  isGuest: boolean
  isOwner: boolean
  isStaff: boolean
  /** Whether the guest has an address to pay at. */
  isPayable: boolean
  /** Whether money can be refunded. */
  isRefundable: boolean
  isReviewable: boolean
  /** Whether supplements are not paid. */
  isBillable: boolean
}

/** Actions that the caller may take on a reservation now. Pure. */
export function actionsOf(stay: Standing): Action[] {
  const { status, today, check_in, check_out, isGuest } = stay
  const decides = stay.isOwner || stay.isStaff
  const { isOurs } = stay
  const mayMove = (to: Parameters<typeof sourcesOf>[0]) => sourcesOf(to).includes(status)
  const isOpen = !isOver(stay)
  const may: Record<Action, boolean> = {
    confirm: decides && isOpen && ((isOurs && status === 'inquiry') || (mayMove('confirmed') && !stay.was_inquiry)),
    decline: decides && isOurs && mayMove('declined'),
    cancel: (isGuest || decides) && isOurs && isOpen && mayMove('cancelled'),
    check_in: decides && mayMove('checked_in') && today >= check_in,
    complete: decides && mayMove('completed') && today >= check_out,
    no_show: decides && mayMove('no_show') && today > check_in,
    pay: isGuest && stay.isPayable,
    refund: decides && stay.isRefundable,
    review: isGuest && stay.isReviewable,
    invoice: stay.isBillable,
  }
  return ACTIONS.filter((action) => may[action])
}
