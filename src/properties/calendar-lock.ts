import type { FastifyInstance } from 'fastify'
import { type Transaction, transaction } from '../db/client.ts'
import { inLine } from '../db/lines.ts'
import { queries } from '../db/queries.ts'

/**
 * Runs `work` in a transaction that holds the lock of a home's calendar. `before` runs in the same transaction before
 * the lock is taken.
 */
export function lockCalendar<T>(
  { db }: FastifyInstance,
  property_id: string,
  work: (tx: Transaction) => Promise<T>,
  before?: (tx: Transaction) => Promise<unknown>,
): Promise<T> {
  return inLine(db, `home ${property_id}`, () =>
    transaction(db, async (tx) => {
      await before?.(tx)
      await queries.properties.lockCalendar(tx, { property_id })
      return work(tx)
    }),
  )
}
