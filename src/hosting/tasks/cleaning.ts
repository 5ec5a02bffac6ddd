import { TAKES_PLACE } from '../../bookings/states/states.ts'
import type { ReservationStatus } from '../../platform/db/enums.ts'

/** A stay as its cleaning follows it. */
export interface Departure {
  status: ReservationStatus
  property_id: string
  check_out: string
  /** True if the day of departure is yesterday or later. */
  is_recent: boolean
}

export interface Cleaning {
  property_id: string
  day: string
  departs_on: string
  is_done: boolean
}

export type CleaningStep =
  | { step: 'nothing' }
  | { step: 'make' }
  | { step: 'remove' }
  /** To the home and day of departure; `day` is when it is to be done. */
  | { step: 'move'; day: string }

const NOTHING: CleaningStep = { step: 'nothing' }

/**
 * Decides what becomes of the cleaning after a stay. One that is done stays as it is. A day that somebody has chosen stays while it is not before the
 * departure and at the same home.
 * @param isOpened it was done until now: then it stays although its stay is cancelled. Pure.
 */
export function cleaningAfter(stay: Departure, cleaning: Cleaning | undefined, isOpened = false): CleaningStep {
  const { property_id, check_out } = stay
  if (cleaning?.is_done) return NOTHING
  if (!TAKES_PLACE.has(stay.status)) return cleaning && !isOpened ? { step: 'remove' } : NOTHING
  if (!cleaning) return stay.is_recent ? { step: 'make' } : NOTHING
  const isThere = cleaning.property_id === property_id
  if (isThere && cleaning.departs_on === check_out) return NOTHING
  const isChosen = isThere && cleaning.day !== cleaning.departs_on && cleaning.day >= check_out
  return { step: 'move', day: isChosen ? cleaning.day : check_out }
}
