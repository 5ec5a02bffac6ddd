/** The states of a reservation (docs/design/domain.md, "Reservation states"). Pure. */

import type { ReservationStatus } from '../../platform/db/enums.ts'

/** The states from which a reservation may move to a state. */
const SOURCES = {
  pending: ['inquiry'],
  confirmed: ['pending'],
  declined: ['inquiry', 'pending'],
  expired: ['inquiry', 'pending'],
  cancelled: ['pending', 'confirmed'],
  checked_in: ['confirmed'],
  no_show: ['confirmed'],
  completed: ['checked_in'],
} as const satisfies Partial<Record<ReservationStatus, readonly ReservationStatus[]>>

export type MoveTarget = keyof typeof SOURCES

export const sourcesOf = (target: MoveTarget): ReservationStatus[] => [...SOURCES[target]]

/** The states of a stay that goes on, which a job completes when its check-out day has come; `stay_goes_on` in SQL. */
export const GOES_ON: ReservationStatus[] = ['confirmed', 'checked_in']

/** True if a stay is over: its check-out day has come. It can no longer be cancelled or accepted. */
export const isOver = ({ check_out, today }: { check_out: string; today: string }): boolean => check_out <= today

/** The words of the owner's `{status}`, in any case, and the state that each asks for. */
export const OWNER_WORDS = {
  confirmed: ['confirmed', 'confirm', 'accept', 'accepted', 'accepter', 'accepte', 'accepté', 'confirme', 'confirmé'],
  declined: ['declined', 'decline', 'refuse', 'reject', 'refused', 'rejected', 'refuser', 'refusé'],
  cancelled: ['cancelled', 'canceled', 'cancel', 'annuler', 'annule', 'annulé'],
  checked_in: ['checked_in', 'check_in', 'arrive', 'arrivé'],
  completed: ['completed', 'complete', 'checked_out', 'termine', 'terminé'],
  no_show: ['no_show', 'absent'],
} as const satisfies Partial<Record<MoveTarget, readonly string[]>>

export type OwnerTarget = keyof typeof OWNER_WORDS

/** The state that a word of an owner asks for; undefined for an unknown word. */
export function ownerTarget(word: string): OwnerTarget | undefined {
  const wanted = word.normalize('NFC').toLowerCase()
  const targets = Object.keys(OWNER_WORDS) as OwnerTarget[]
  return targets.find((target) => (OWNER_WORDS[target] as readonly string[]).includes(wanted))
}

/** The states of a stay that is sure to take place, or took place; `stay_takes_place` in SQL. */
export const TAKES_PLACE = new Set<ReservationStatus>(['confirmed', 'checked_in', 'completed'])

/** True if a stay is held or takes place, so that money can be due for it. */
export const isOpen = (status: ReservationStatus): boolean => status === 'pending' || TAKES_PLACE.has(status)

const GIVEN_UP = new Set<ReservationStatus>(['inquiry', 'declined', 'expired', 'cancelled'])

/** True if a reservation in this state takes its nights. */
export const holdsNights = (status: ReservationStatus): boolean => !GIVEN_UP.has(status)
