/** The life of a reservation (domain.md, "Reservation states"). Pure. */

export type ReservationStatus =
  | 'inquiry'
  | 'pending'
  | 'confirmed'
  | 'declined'
  | 'expired'
  | 'cancelled'
  | 'checked_in'
  | 'completed'
  | 'no_show'

export type Actor = 'guest' | 'owner' | 'channel' | 'support' | 'system'

/** Where a reservation may come from on its way to a state. */
const SOURCES = {
  confirmed: ['pending'],
  expired: ['inquiry', 'pending'],
  cancelled: ['pending', 'confirmed'],
} as const satisfies Partial<Record<ReservationStatus, readonly ReservationStatus[]>>

export type MoveTarget = keyof typeof SOURCES

export const sourcesOf = (target: MoveTarget): ReservationStatus[] => [...SOURCES[target]]

/** Whether a reservation in this state keeps its nights from others. */
export const holdsNights = (status: ReservationStatus): boolean =>
  status === 'pending' || status === 'confirmed' || status === 'checked_in'
