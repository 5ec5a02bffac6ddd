import { createTurns, type Turns } from '../lib/turns.ts'
import type { Database } from './client.ts'

/** One works while the next one begins; more of them would only hold connections that others need. */
const AT_ONCE = 2

/** Those who wait, by the pool that they would take their connection from and by what they wait for. */
const lines = new WeakMap<Database, Map<string, Turns>>()

/**
 * Runs `work`, which waits for a lock named `key` in PostgreSQL, when at most one other of this process wants the same
 * lock. PostgreSQL holds the lock between nodes; within a node, whoever wants a busy lock waits here, without a
 * connection, so that two hundred bookings of one home leave the pool to everybody else.
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
