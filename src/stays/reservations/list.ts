import type { z } from 'zod'
import type { ReservationsPart } from '../../platform/db/queries.ts'
import type { reservationList } from './schemas.ts'

/** The parts of sql/stays/reservations/list.sql that a request needs. Pure. */
export function partsOfList(
  as: NonNullable<z.infer<typeof reservationList>['as']>,
  { status, property_id, from, to, q }: z.infer<typeof reservationList>,
  homes?: string[],
) {
  const asked: [part: ReservationsPart, isAsked: boolean][] = [
    ['as-owner', as === 'owner'],
    ['as-guest', as === 'guest'],
    ['as-staff', as === 'all'],
    ['in-status', status !== undefined],
    ['of-home', property_id !== undefined],
    ['on-homes', homes !== undefined],
    ['from', from !== undefined],
    ['to', to !== undefined],
    ['named-for-owner', as === 'owner' && Boolean(q)],
    ['named-for-guest', as === 'guest' && Boolean(q)],
    ['named-for-staff', as === 'all' && Boolean(q)],
  ]
  return new Set(asked.flatMap(([part, isAsked]) => (isAsked ? [part] : [])))
}
