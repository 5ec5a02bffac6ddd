import { createTurns, type Turns } from '../lib/turns.ts'
import type { Database } from './client.ts'

/** One task holds the lock while the next one gets ready; more would only occupy connections. */
const AT_ONCE = 2

/** The waiting tasks, by pool and by key. */
const lines = new WeakMap<Database, Map<string, Turns>>()

/**
 * Runs `work`, which takes the lock `key` in PostgreSQL, when at most one other task of this process wants that lock.
 * PostgreSQL serialises the nodes. Within a node tasks wait here without a connection, so that two hundred bookings of
 * one home leave the pool to other requests.
 */
export async function inLine<T>(db: Database, key: string, work: () => Promise<T>): Promise<T> {
  const keys = lines.get(db) ?? new Map<string, Turns>()
  lines.set(db, keys)
  const turns = keys.get(key) ?? createTurns(AT_ONCE)
  keys.set(key, turns)
  try {
    return await turns.run(work)
  } finally {
    if (turns.isIdle()) keys.delete(key)
  }
}
