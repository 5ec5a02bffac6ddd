import type { FastifyRequest } from 'fastify'
import { lockCalendar } from '../../homes/properties/calendar-lock.ts'
import { lockManaged, type ManagedHome } from '../../homes/properties/write.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { identityOf } from '../../platform/http/identity.ts'
import type { BookingsContext } from '../context.ts'

/** Runs a change of a home's calendar under the lock that bookings take as well. @throws AppError 403, 404. */
export function changing<T>(
  context: BookingsContext,
  request: FastifyRequest,
  property_id: string,
  work: (tx: Transaction, home: ManagedHome) => Promise<T>,
): Promise<T> {
  return lockCalendar(context, property_id, async (tx) =>
    work(tx, await lockManaged(context, tx, identityOf(request), property_id)),
  )
}
