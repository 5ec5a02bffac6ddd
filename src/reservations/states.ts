/** The states of a reservation (docs/design/domain.md, "Reservation states"). Pure. */

import type { ReservationStatus } from '../db/enums.ts'

/** The states from which a reservation may move to a state. */
const SOURCES = {
  confirmed: ['pending'],
  expired: ['inquiry', 'pending'],
  cancelled: ['pending', 'confirmed'],
} as const satisfies Partial<Record<ReservationStatus, readonly ReservationStatus[]>>

export type MoveTarget = keyof typeof SOURCES

export const sourcesOf = (target: MoveTarget): ReservationStatus[] => [...SOURCES[target]]

/** Whether a reservation in this state takes its nights. */
export const holdsNights = (status: ReservationStatus): boolean =>
  status === 'pending' || status === 'confirmed' || status === 'checked_in'
