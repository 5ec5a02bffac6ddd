import type { Database, Transaction } from '../db/client.ts'
import type { Retention } from './config.ts'

/** Services that an expiry needs. */
interface ExpiryContext {
  db: Database | Transaction
  config: { retention: Retention }
  storage: { remove(path: string): Promise<void> }
}

/** Rows of one kind that are deleted when they are old. Each module lists its own; src/operations/health/housekeeping.ts runs all. */
export interface Expiry {
  table: string
  /** Deletes a piece, a thousand rows or so, and returns how many; 0: none is old. */
  deleteSome(context: ExpiryContext): Promise<{ deleted: number }>
}
