import { pipeline, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { HomesContext } from '../context.ts'

/** A lock that is taken before that of a calendar: its name, for the turns of this process, and the statement that takes it. */
interface EarlierLock {
  turn: string
  take(tx: Transaction): Promise<unknown>
}

/**
 * Runs `work` in a transaction that holds the lock of a home's calendar, and before it `earlier`. The first statements of `work` are
 * sent with the locks, and run when they are held.
 */
export function lockCalendar<T>(
  { db }: Pick<HomesContext, 'db'>,
  property_id: string,
  work: (tx: Transaction) => Promise<T>,
  earlier?: EarlierLock,
): Promise<T> {
  const turns = [...(earlier ? [earlier.turn] : []), `home ${property_id}`]
  return transaction(
    db,
    async (tx) => {
      const { done } = await pipeline({
        earlier: earlier?.take(tx),
        lock: queries.properties.lockCalendar(tx, { property_id }),
        done: work(tx),
      })
      return done
    },
    { turns },
  )
}

/** Runs `work` in a transaction that holds the locks of several homes, taken in one order, so that none deadlocks, and before them `earlier`. */
export function lockCalendars<T>(
  context: Pick<HomesContext, 'db'>,
  property_ids: [string, ...string[]],
  work: (tx: Transaction) => Promise<T>,
  earlier?: EarlierLock,
): Promise<T> {
  const [first = property_ids[0], ...others] = [...new Set(property_ids)].toSorted()
  return lockCalendar(
    context,
    first,
    async (tx) => {
      for (const property_id of others) await queries.properties.lockCalendar(tx, { property_id })
      return work(tx)
    },
    earlier,
  )
}
