import { lockCalendars } from '../../homes/properties/calendar-lock.ts'
import { pipeline, type Queryable, type Transaction } from '../../platform/db/client.ts'
import { storeEntries } from '../../platform/db/commits.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { BookingsContext } from '../context.ts'
import type { FoundStay, Parties } from './notices.ts'

/**
 * Runs `work` in a transaction that holds the calendar lock of the home of a stay, and those of `others`, with the stay as it is under them.
 * Starts over when the stay has moved to another home since it was first found. A relocation holds the locks of both homes, so a stay has
 * one home as long as its lock is held. Locks are taken in this order: guest, homes by id, payments, stay. At the end the sums of the stay are
 * written: a constraint refuses to ask for more above its price.
 * @param find the stay, for somebody or for the service; it runs before and under the lock.
 */
export async function lockStay<T>(
  context: BookingsContext,
  find: (db: Queryable) => Promise<Parties>,
  work: (tx: Transaction, stay: Parties) => Promise<T>,
  others: string[] = [],
): Promise<T> {
  for (;;) {
    const { property_id } = await find(context.db)
    const outcome = await lockCalendars(context, [property_id, ...others], async (tx) => {
      const stay = await find(tx)
      if (stay.property_id !== property_id) return undefined
      const done = await work(tx, stay)
      await pipeline({ sums: sumUp(tx, stay.id), stored: storeEntries(tx) })
      return { done }
    })
    if (outcome) return outcome.done
  }
}

/** Writes the sums of a stay. @throws AppError 409 if more were asked for than its price. */
async function sumUp(tx: Transaction, reservation_id: number): Promise<void> {
  try {
    await queries.states.sumUp(tx, { reservation_id })
  } catch (error) {
    if (databaseError(error)?.constraint === 'stay_sums_open_within_price') throw new AppError('conflict')
    throw error
  }
}

/** Finds a stay for the service itself. @throws AppError 404 */
export const stayOf =
  (reservation_id: number) =>
  async (db: Queryable): Promise<FoundStay> => {
    const stay = await queries.states.findParties(db, { reservation_id })
    if (!stay) throw new AppError('notFound')
    return stay
  }
