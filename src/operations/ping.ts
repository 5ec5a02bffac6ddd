import { connected } from '../db/callers.ts'
import type { Database } from '../db/client.ts'
import { queries } from '../db/queries.ts'

const PING_MS = 2_000
/** The question that is on its way, by pool. One is enough, however often a stopped database is asked. */
const pings = new WeakMap<Database, Promise<object>>()

/**
 * Asks the database for an answer. The question waits for nobody's place in the pool, so that many slow requests do not
 * make the service look unready. @throws Error when there is no answer in time.
 */
export async function ping(db: Database): Promise<void> {
  let answer = pings.get(db)
  if (answer === undefined) {
    answer = connected(() => queries.operations.ping(db, {}))
    pings.set(db, answer)
    answer.finally(() => pings.delete(db)).catch(() => undefined)
  }
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${PING_MS} ms`)), PING_MS)
  await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
