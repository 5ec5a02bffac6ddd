import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { identityOf } from '../plugins/authentication.ts'
import { lockManaged } from '../properties/write.ts'

/** Runs a change of a home's calendar where no booking of it can come between. @throws AppError 403, 404. */
export function changing<T>(
  app: FastifyInstance,
  request: FastifyRequest,
  property_id: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(app.db, async (tx) => {
    await queries.reservations.lockProperty(tx, { property_id })
    await lockManaged(tx, identityOf(request), property_id)
    return work(tx)
  })
}
