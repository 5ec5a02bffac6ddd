import { api, bodyOf } from '../client.ts'

/** What an owner can move a reservation to. */
export type Status = 'confirmed' | 'declined' | 'checked_in' | 'completed' | 'no_show'

/** Moves a reservation of one's own home. @throws SejourError */
export async function move(reservation_id: number, status: Status): Promise<void> {
  const address = '/api/v1/reservations/change-status-reservation-by-proprio/{reservation_id}/{status}'
  bodyOf(await api.POST(address, { params: { path: { reservation_id, status } } }))
}
