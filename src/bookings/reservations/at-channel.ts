import type { Queryable } from '../../platform/db/client.ts'
import type { ReservationSource } from '../../platform/db/enums.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { BookingsContext } from '../context.ts'

/** True if a channel has sold a stay and changes it: `ours` is changed here, `connected` there, `unconnected` here once it is done there. */
export type Selling = 'ours' | 'connected' | 'unconnected'

const OPERATIONS = { cancelAtChannel: 'cancelReservation', changeAtChannel: 'changeReservation' } as const

/** Says who changes a stay. */
export async function findSelling(
  { channelConnections }: Pick<BookingsContext, 'channelConnections'>,
  db: Queryable,
  { id: reservation_id, source }: { id: number; source: ReservationSource },
): Promise<Selling> {
  if (source !== 'channel') return 'ours'
  return (await channelConnections.isConnected(db, reservation_id)) ? 'connected' : 'unconnected'
}

/**
 * Tells what stands against a cancellation or change here; undefined: nothing. Where no connection brings it, the refusal names the operation
 * that takes it, with what it needs. Pure.
 */
export function refusalOf(
  selling: Selling,
  code: keyof typeof OPERATIONS,
  done_at_channel: boolean | undefined,
): AppError | undefined {
  if (selling === 'ours') return done_at_channel ? invalid({ done_at_channel: 'ofChannel' }) : undefined
  if (selling === 'connected') return new AppError(code)
  if (done_at_channel) return undefined
  return new AppError(code, { more: { instead: OPERATIONS[code], with: { done_at_channel: true } } })
}
