import { createTurns, type Turns } from '../lib/turns.ts'
import { assertAwaited, sceneOf } from './callers.ts'
import { type Database, LOCK_MS, waitMsOf } from './client.ts'
import { NoConnectionError } from './gate.ts'

/** One task holds the lock while the next one gets ready; more would only occupy connections. */
const AT_ONCE = 2

/** The waiting tasks, by pool and by key. */
const lines = new WeakMap<Database, Map<string, Turns>>()

/**
 * Runs `work`, which takes the lock `key` in PostgreSQL, when at most one other task of this process wants that lock.
 * PostgreSQL serialises the nodes. Within a node tasks wait here without a connection, so that two hundred bookings of
 * one home leave the pool to other requests. A request waits here for as long as it would wait for the lock.
 * @throws NoConnectionError, ClientGoneError
 */
export async function inLine<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const keys = lines.get(db) ?? new Map<string, Turns>()
  lines.set(db, keys)
  const turns = keys.get(key) ?? createTurns(AT_ONCE)
  keys.set(key, turns)
  try {
    return await (sceneOf().caller === undefined ? turns.run(work) : inTime(turns, work, waitMsOf(db)))
  } finally {
    if (turns.isIdle()) keys.delete(key)
  }
}

/** Refuses work whose turn does not come in time, and does not begin it later. */
function inTime<T>(turns: Turns, work: () => Promise<T>, waitMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let isLate = false
  const timer = setTimeout(
    () => {
      isLate = true
      reject(new NoConnectionError())
    },
    Math.max(LOCK_MS, waitMs),
  )
  turns
    .run(async () => {
      clearTimeout(timer)
      if (isLate) throw new NoConnectionError()
      assertAwaited()
      return await work()
    })
    .then(resolve, reject)
  return promise
}
