/** The life of a reservation (domain.md, "Reservation states"). Pure. */

import type { ReservationStatus } from '../db/enums.ts'

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
