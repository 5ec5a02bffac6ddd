import pLimit, { type LimitFunction } from 'p-limit'
import { workContext } from '../lib/work-context.ts'
import type { Database } from './pool.ts'
import { withDeadline } from './semaphore.ts'
import { LOCK_MS } from './sessions.ts'

/** One task holds the lock while the next one gets ready; more would only occupy connections. */
const AT_ONCE = 2

const mutexes = new WeakMap<Database, Map<string, LimitFunction>>()

/**
 * Runs `work`, which takes the lock `key` in PostgreSQL, when at most one other task of this process wants that lock.
 * PostgreSQL serialises the nodes. Within a node tasks wait here without a connection, so that two hundred bookings of
 * one home leave the pool to other requests. A request waits here for as long as it would wait for the lock.
 * @throws ConnectionError, ClientGoneError
 */
export async function withKeyedMutex<T>(db: Database, key: string, waitMs: number, work: () => Promise<T>): Promise<T> {
  const ofPool = mutexes.get(db) ?? new Map<string, LimitFunction>()
  mutexes.set(db, ofPool)
  const limit = ofPool.get(key) ?? pLimit(AT_ONCE)
  ofPool.set(key, limit)
  const run = (begin?: () => void) =>
    limit(async () => {
      begin?.()
      return await work()
    }).finally(() => {
      if (limit.activeCount + limit.pendingCount === 0) ofPool.delete(key)
    })
  return await (workContext().request === undefined ? run() : withDeadline(Math.max(LOCK_MS, waitMs), run))
}
