import { bodyOf } from '../client.ts'
import { label } from '../labels.ts'
import { isSure } from '../page.ts'
import { office } from './client.ts'

/** Statuses that a company sets, by the name of the action. */
export const MOVES = {
  confirm: 'confirmed',
  decline: 'declined',
  check_in: 'checked_in',
  complete: 'completed',
  no_show: 'no_show',
  /** Frees nights, and sets no status. */
  release: null,
} as const

export type MoveAction = keyof typeof MOVES

/** True if a move cannot be undone. Pure. */
export const isFinal = (action: MoveAction): boolean => ['decline', 'no_show', 'release'].includes(action)

/** Moves a stay; asks first before what cannot be undone. @returns whether it was moved @throws SejourError */
export async function move(reservation_id: number, action: MoveAction): Promise<boolean> {
  if (isFinal(action) && !isSure(label('action', action))) return false
  const status = MOVES[action]
  if (status === null) {
    bodyOf(
      await office().POST('/api/v1/reservations/{id}/release-nights', { params: { path: { id: reservation_id } } }),
    )
    return true
  }
  const address = '/api/v1/reservations/change-status-reservation-by-proprio/{reservation_id}/{status}'
  bodyOf(await office().POST(address, { params: { path: { reservation_id, status } } }))
  return true
}
