import { bodyOf, type Schemas } from '../client.ts'
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

/**
 * Moves a stay from the state that was seen; asks first before what cannot be undone.
 * @returns whether it was moved
 * @throws SejourError `moved_meanwhile` when somebody was faster, and others
 */
export async function move(
  { id: reservation_id, status: seen }: Pick<Schemas['Reservation'], 'id' | 'status'>,
  action: MoveAction,
): Promise<boolean> {
  if (isFinal(action) && !(await isSure(label('action', action)))) return false
  const status = MOVES[action]
  if (status === null) {
    bodyOf(
      await office().POST('/api/v1/reservations/{id}/release-nights', { params: { path: { id: reservation_id } } }),
    )
    return true
  }
  const address = '/api/v1/reservations/change-status-reservation-by-proprio/{reservation_id}/{status}'
  bodyOf(await office().POST(address, { params: { path: { reservation_id, status }, query: { seen } } }))
  return true
}
