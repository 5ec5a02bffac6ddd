import pLimit, { type LimitFunction } from 'p-limit'
import { assertAwaited, workContext } from '../lib/work-context.ts'
import { type Database, LOCK_MS, waitMsOf } from './client.ts'
import { NoConnectionError } from './semaphore.ts'

/** One task holds the lock while the next one gets ready; more would only occupy connections. */
const AT_ONCE = 2

interface Mutex {
  limit: LimitFunction
  /** How many tasks hold it or wait for it. */
  users: number
}

const mutexes = new WeakMap<Database, Map<string, Mutex>>()

/**
 * Runs `work`, which takes the lock `key` in PostgreSQL, when at most one other task of this process wants that lock.
 * PostgreSQL serialises the nodes. Within a node tasks wait here without a connection, so that two hundred bookings of
 * one home leave the pool to other requests. A request waits here for as long as it would wait for the lock.
 * @throws NoConnectionError, ClientGoneError
 */
export async function withKeyedMutex<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const ofPool = mutexes.get(db) ?? new Map<string, Mutex>()
  mutexes.set(db, ofPool)
  const mutex = ofPool.get(key) ?? { limit: pLimit(AT_ONCE), users: 0 }
  ofPool.set(key, mutex)
  mutex.users++
  try {
    return await (workContext().request === undefined ? mutex.limit(work) : inTime(mutex.limit, work, waitMsOf(db)))
  } finally {
    if (--mutex.users === 0) ofPool.delete(key)
  }
}

/** Refuses work whose turn does not come in time, and does not begin it later. */
function inTime<T>(limit: LimitFunction, work: () => Promise<T>, waitMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isLate = false
  const timer = setTimeout(
    () => {
      isLate = true
      reject(new NoConnectionError())
    },
    Math.max(LOCK_MS, waitMs),
  )
  limit(async () => {
    clearTimeout(timer)
    if (isLate) throw new NoConnectionError()
    assertAwaited()
    return await work()
  }).then(resolve, reject)
  return promise
}
