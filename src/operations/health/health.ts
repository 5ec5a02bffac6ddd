import { type Database, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { runConnected } from '../../platform/lib/work-context.ts'

const WAIT_TIMEOUT_MS = 2_000
/** Life of a write check, so that frequent health checks do not write more often. */
const HOLD_MS = 1_000

/**
 * A question to the database. It waits for nobody's place in the pool, so that slow requests do not make the service look
 * unready. One is on its way at most, however often a stopped database is asked.
 * @param holdMs how long its answer is given to others who ask.
 * @returns a function that throws when the answer is no, or does not come in time.
 */
function question(ask: (db: Database) => Promise<unknown>, holdMs = 0): (db: Database) => Promise<void> {
  const asked = new WeakMap<Database, Promise<unknown>>()
  return async (db) => {
    const answer = asked.get(db) ?? runConnected(() => ask(db))
    if (!asked.has(db)) {
      asked.set(db, answer)
      const forget = () => setTimeout(() => asked.delete(db), holdMs).unref()
      answer.then(forget, forget)
    }
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`no answer within ${WAIT_TIMEOUT_MS} ms`)), WAIT_TIMEOUT_MS)
    await Promise.race([answer, late]).finally(() => clearTimeout(timer))
  }
}

/** Ends a transaction that was a question only. */
class Answered extends Error {}

/** Writes a page and takes it back: a server that is read-only, or has no room, refuses it. */
async function write(db: Database): Promise<void> {
  try {
    await transaction(db, async (tx) => {
      await queries.health.insertProbe(tx, {})
      throw new Answered()
    })
  } catch (error) {
    if (!(error instanceof Answered)) throw error
  }
}

/** @throws Error when the database does not answer reads. */
const askForReads = question((db) => queries.health.ping(db.pool?.probe ?? db, {}))

/** @throws Error when the database does not take writes. */
export const askForWrites = question(write, HOLD_MS)

/** State of the database for this node. */
export interface Health {
  reads: boolean
  writes: boolean
}

/** Asks the database for both, in two seconds at most. */
export async function healthOf(db: Database): Promise<Health> {
  const [reads, writes] = await Promise.allSettled([askForReads(db), askForWrites(db)])
  return { reads: reads.status === 'fulfilled', writes: writes.status === 'fulfilled' }
}
