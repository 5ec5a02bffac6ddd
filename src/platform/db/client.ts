import type { Ways } from './cluster/cluster.ts'
import type { OpenReplicas } from './cluster/replicas.ts'
import { inSavepoint } from './commits.ts'
import type { Connections, Settings, Transaction } from './connections.ts'
import { Pool } from './pool.ts'
import { serversOf } from './servers.ts'

export type { Queryable, SharedSessions, Transaction } from './connections.ts'
export { pipeline } from './pool.ts'

/** A pool as its callers hold it. */
export type Database = Connections & { readonly pool: Pool }

export interface PoolOptions extends Partial<Settings>, Partial<Pick<Ways, 'readUrl' | 'directUrl'>> {
  /** Standbys that answer reads which may be some seconds old (DATABASE_REPLICA_URLS, REPLICA_LAG_SECONDS). */
  replicas?: OpenReplicas | undefined
}

export type Work<T> = (tx: Transaction) => Promise<T>

export interface TransactionOptions {
  /** The locks that the work takes, outermost first. */
  turns?: readonly string[]
  /** True if the work gives out no numbers, so that it may run on a database that no node has looked at since it moved. */
  onAnyDatabase?: boolean
}

/**
 * Opens the connections to a database. Values have the types of the API: `bigint` is a safe integer, `date` a `YYYY-MM-DD` string,
 * `timestamptz` ISO 8601 in UTC.
 * @throws Error for a URL that says nothing sensible about its hosts or TLS.
 */
export function connect(url: string, options: PoolOptions = {}): Database {
  const { readUrl, directUrl, ca } = options
  const write = serversOf(url, ca)
  const to = (own: string | undefined) => (own === undefined ? write : serversOf(own, ca))
  return new Pool({ write, read: to(readUrl), direct: to(directUrl) }, options).db
}

/**
 * Runs `work` in a transaction. In this order it
 * 1. waits for its turn among tasks of this process that take the same locks (`turns`), without a connection;
 * 2. waits for a place among the connections for writes;
 * 3. begins, unless its connection comes after the deadline or its client is gone;
 * 4. says who acts and asks `assert_checked`, with the first statement of the work (not `onAnyDatabase`);
 * 5. stores jobs and messages with its last statements (the outbox), and commits, unless its client is gone;
 * 6. goes back to 3 after a conflict, five times at most in all, and after a stale statement; never when the answer of a commit is lost;
 * 7. sends what was stored, and wakes those who wait for commits.
 * @throws ConnectionError, ClientGoneError
 */
export async function transaction<T>(
  db: Database | Transaction,
  work: Work<T>,
  options: TransactionOptions = {},
): Promise<T> {
  // A test runs rules in a transaction of its own: it waits for nobody, and what fails is not tried again.
  return 'savepoint' in db ? inSavepoint(() => db.savepoint(work) as Promise<T>) : db.pool.transaction(work, options)
}
