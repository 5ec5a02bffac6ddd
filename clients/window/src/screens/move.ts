import { api, bodyOf } from '../client.ts'
import { label } from '../labels.ts'
import { isSure } from '../page.ts'

/** Statuses that an owner can set. */
export type Status = 'confirmed' | 'declined' | 'checked_in' | 'completed' | 'no_show'

/** Questions before moves that cannot be undone, by action. */
const FINAL: Partial<Record<Status, string>> = { declined: 'decline', no_show: 'no_show' }

/** Moves a reservation of one's own home; asks first before what cannot be undone. @throws SejourError */
export async function move(reservation_id: number, status: Status): Promise<void> {
  const action = FINAL[status]
  if (action && !isSure(label('action', action))) return
  const address = '/api/v1/reservations/change-status-reservation-by-proprio/{reservation_id}/{status}'
  bodyOf(await api.POST(address, { params: { path: { reservation_id, status } } }))
}
