import { pipeline, type Transaction, transaction } from '../../platform/db/client.ts'
import { withKeyedMutex } from '../../platform/db/keyed-mutex.ts'
import { queries } from '../../platform/db/queries.ts'
import type { HomesContext } from '../context.ts'

/**
 * Runs `work` in a transaction that holds the lock of a home's calendar. `before` sends one statement of the same transaction before
 * the lock is taken. The first statements of `work` are sent with them, and run when the lock is held.
 */
export function lockCalendar<T>(
  { db }: HomesContext,
  property_id: string,
  work: (tx: Transaction) => Promise<T>,
  before?: (tx: Transaction) => Promise<unknown>,
): Promise<T> {
  return withKeyedMutex(db, `home ${property_id}`, () =>
    transaction(db, async (tx) => {
      const { done } = await pipeline({
        before: before?.(tx),
        lock: queries.properties.lockCalendar(tx, { property_id }),
        done: work(tx),
      })
      return done
    }),
  )
}

/** Runs `work` in a transaction that holds the locks of several homes, taken in one order, so that none deadlocks. */
export function lockCalendars<T>(
  app: HomesContext,
  property_ids: [string, ...string[]],
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const [first = property_ids[0], ...others] = [...new Set(property_ids)].toSorted()
  return lockCalendar(app, first, async (tx) => {
    for (const property_id of others) await queries.properties.lockCalendar(tx, { property_id })
    return work(tx)
  })
}
