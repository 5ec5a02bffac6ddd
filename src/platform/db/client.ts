import { assertAwaited, runConnected, workContext } from '../lib/work-context.ts'
import type { Servers, Ways } from './cluster/cluster.ts'
import type { OpenReplicas, Replicas } from './cluster/replicas.ts'
import { committed, inSavepoint, inUnit } from './commits.ts'
import { databaseError, isStale, isUndone, noConnection, TakenForReadError } from './errors.ts'
import {
  type ConnectionOptions,
  type Database,
  openPool,
  type Queryable,
  SILENCE_MS,
  type Transaction,
  WAIT_MS,
} from './pool.ts'
import { openReaders, placesFor, Readers, readPlaces } from './readers.ts'
import { Deadline, type Semaphore, Turns } from './semaphore.ts'
import { serversOf } from './servers.ts'
import { type Kind, LOCK_MS, type Use } from './sessions.ts'

export type { Database, Queryable, SharedSessions, Transaction } from './pool.ts'

export interface PoolOptions extends ConnectionOptions, Partial<Pick<Ways, 'readUrl' | 'directUrl'>> {
  /** Standbys that answer reads which may be some seconds old (DATABASE_REPLICA_URLS, REPLICA_LAG_SECONDS). */
  replicas?: OpenReplicas | undefined
}

/** State of a pool. Reads have connections of their own. */
interface Pool {
  places: Places
  options: PoolOptions
  readers: Readers<Database>
  /** None where there are no replicas. */
  replicas: Replicas | undefined
  writers: Semaphore
  turns: Turns
  /** The connection of readiness, however busy the others are. */
  probe: Database
}

/** The servers or poolers that lead to the database. */
type Places = Record<Use | 'direct', Servers>

const pools = new WeakMap<object, Pool>()

/** The part of the connections that are for reads. */
const READ_SHARE = 0.4
/** The readiness check closes a connection without a reply after this long. */
const PROBE_SILENCE_MS = 3_000

/**
 * Opens the connections to a database: one alone, or four in ten for reads, the others for transactions and statements that
 * write, and a further one for readiness. Values have the types of the API: `bigint` is a safe integer, `date` a `YYYY-MM-DD` string, `timestamptz` ISO
 * 8601 in UTC.
 * @throws Error for a URL that says nothing sensible about its hosts or TLS.
 */
export function connect(url: string, options: PoolOptions = {}): Database {
  const { readUrl, directUrl, ca } = options
  const write = serversOf(url, ca)
  const to = (own: string | undefined) => (own === undefined ? write : serversOf(own, ca))
  return connectTo({ write, read: to(readUrl), direct: to(directUrl) }, options)
}

function connectTo(places: Places, options: PoolOptions): Database {
  const { max = 10, waitMs = WAIT_MS, silenceMs = SILENCE_MS } = options
  const forReads = max === 1 ? 0 : Math.max(1, Math.floor(max * READ_SHARE))
  const db = openPool(places.write, options, max - forReads, 'write')
  const answerMs = options.patient ? undefined : silenceMs
  const readers =
    forReads === 0
      ? new Readers([{ sql: db, semaphore: readPlaces(options, 1) }], answerMs)
      : openReaders(places.read, options, forReads, answerMs)
  const hasty = { ...options, silenceMs: Math.min(silenceMs, PROBE_SILENCE_MS) }
  const probe = forReads === 0 ? db : openPool(places.read, hasty, 1, 'read')
  const listeners =
    places.direct === places.write ? db : openPool(places.direct, { ...options, shared: undefined }, 1, 'write')
  if (listeners !== db) db.listen = listeners.listen
  const replicas = forReads === 0 ? undefined : options.replicas?.(options, forReads)
  const end = db.end
  const others = new Set([...readers.connections, probe, listeners].filter((pool) => pool !== db))
  db.end = async (how) =>
    void (await Promise.all([end(how), ...[...others].map((pool) => pool.end(how)), replicas?.end(how)]))
  pools.set(db, {
    places,
    options,
    readers,
    replicas,
    writers: placesFor(options, max - forReads),
    // As long as a request would wait for the lock itself.
    turns: new Turns(Math.max(LOCK_MS, waitMs)),
    probe,
  })
  return db
}

/** The replicas of a pool. */
export const replicasOf = (db: Queryable): Replicas | undefined => pools.get(db)?.replicas

/** Opens a connection of its own to the database of a pool, around a pooler if there is a way. */
export function connectAlso(db: Database): Database {
  const pool = pools.get(db)
  if (pool === undefined) throw new Error('not a pool of this process')
  const { direct } = pool.places
  return connectTo({ write: direct, read: direct, direct }, { ...pool.options, shared: undefined, max: 1 })
}

/** The connection of a pool that no request takes. */
export const probeOf = (db: Queryable): Queryable => pools.get(db)?.probe ?? db

/** Load of a pool: reads, and transactions and statements that write. */
export function poolFigures(db: Queryable): Record<Use, ReturnType<Semaphore['figures']>> | undefined {
  const pool = pools.get(db)
  return pool && { read: pool.readers.figures(), write: pool.writers.figures() }
}

/**
 * Refuses a request that will write and would wait for its connection for too long, before anything is done for it.
 * @throws ConnectionError
 */
export function assertWritable(db: Queryable, party: string): void {
  const writers = pools.get(db)?.writers
  if (writers?.isTooLong(party)) throw writers.counted(noConnection())
}

/**
 * Runs a statement when a connection is free for it; at once in a transaction.
 * @throws ConnectionError, ClientGoneError, TakenForReadError
 */
export async function withConnection<T>(
  db: Queryable,
  kind: Kind,
  run: (connection: Queryable) => PromiseLike<T>,
): Promise<T> {
  const pool = pools.get(db)
  if (pool === undefined) return run(db)
  for (let stale = 1; ; stale++)
    try {
      return await runOnce(db, pool, kind, run)
    } catch (error) {
      if (!isStale(error) || stale >= STALE_ATTEMPTS) throw error
    }
}

async function runOnce<T>(
  db: Queryable,
  pool: Pool,
  kind: Kind,
  run: (connection: Queryable) => PromiseLike<T>,
): Promise<T> {
  if (kind === 'replica') {
    const answer = await pool.replicas?.read(run)
    if (answer !== undefined) return answer.value
  }
  if (kind !== 'write') return pool.readers.run((connection) => readOn(connection, db, run))
  const result = await pool.writers.withPlace(async () => run(db))
  committed(db)
  return result
}

const READ_ONLY = '25006'
const ATTEMPTS = 5
/** An attempt finds one stale statement of one connection: the longest transactions have some seventy statements. */
const STALE_ATTEMPTS = 200

/** @throws TakenForReadError */
async function readOn<T>(readers: Database, db: Queryable, run: (connection: Queryable) => PromiseLike<T>): Promise<T> {
  try {
    return await run(readers)
  } catch (cause) {
    if (readers !== db && databaseError(cause)?.code === READ_ONLY)
      throw new TakenForReadError('A statement that writes was taken for a read', { cause })
    throw cause
  }
}

/** The release whose rules a transaction carries out itself: triggers for nodes of earlier releases do nothing in it. */
const RELEASE = '0.4'

/**
 * Asks whether the database is the one that nodes know, so that none gives out a number again, and says for whom a transaction works
 * (docs/design/accounts.md, "Audit"). Sent with its first statement, so that nobody waits for it.
 */
async function entered<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const actor = workContext().request?.actor
  // Sent before the first statement of the work: a query waits until somebody asks for its answer.
  const asked = tx`
    select assert_checked(), set_config('sejour.release', ${RELEASE}, true),
      set_config('sejour.actor', ${actor === undefined ? '' : JSON.stringify(actor())}, true)`.execute()
  return (await pipeline({ asked, done: work(tx) })).done as T
}

async function repeat<T>(db: Database, work: (tx: Transaction) => Promise<T>, enter: typeof entered): Promise<T> {
  for (let attempt = 1, stale = 1; ; ) {
    try {
      // A result that is an array would be taken for a list of queries.
      const { done, send } = (await db.begin((tx) => enter(tx, (own) => inUnit(own, work)))) as Awaited<
        ReturnType<typeof inUnit<T>>
      >
      send()
      committed(db)
      return done
    } catch (error) {
      const mayRepeat = isStale(error) ? stale++ < STALE_ATTEMPTS : isUndone(error) && attempt++ < ATTEMPTS
      if (!mayRepeat) throw error
    }
  }
}

/**
 * Runs `work` in a transaction, in turn with other work of this process that takes the same locks (`turns`, outermost first); after a
 * deadlock or serialization failure again, five times at most in all, and whenever a statement was prepared for columns of other types. It is not
 * begun, and not committed, for a client that is gone, nor when the connection came too late. A commit whose answer is lost is never tried again.
 * A database that has moved refuses it until a node has looked at it, unless it gives out no numbers (`onAnyDatabase`).
 * @throws ConnectionError, ClientGoneError
 */
export async function transaction<T>(
  db: Database | Transaction,
  work: (tx: Transaction) => Promise<T>,
  { turns = [], onAnyDatabase = false }: { turns?: readonly string[]; onAnyDatabase?: boolean } = {},
): Promise<T> {
  // A test runs rules in a transaction of its own: it waits for nobody, and what fails is not tried again.
  if ('savepoint' in db) return inSavepoint(() => db.savepoint(work) as Promise<T>)
  const pool = pools.get(db)
  const enter: typeof entered = onAnyDatabase ? (tx, run) => run(tx) : entered
  if (pool === undefined || workContext().connected) return repeat(db, work, enter)
  const ends: (() => void)[] = []
  try {
    for (const lock of turns) ends.push(await pool.turns.enter(lock))
    const result = await begin(db, pool.writers, work, enter)
    workContext().request?.resume()
    return result
  } finally {
    for (const end of ends) end()
  }
}

/** Runs a transaction when there is a place for it, unless its connection comes too late. */
async function begin<T>(
  db: Database,
  writers: Semaphore,
  work: (tx: Transaction) => Promise<T>,
  enter: typeof entered,
): Promise<T> {
  try {
    await writers.acquire()
    const deadline = new Deadline(writers.waitMs)
    const begun = async (tx: Transaction) => {
      deadline.meet()
      assertAwaited()
      const done = await work(tx)
      assertAwaited()
      return done
    }
    // The place stays taken as long as the connection is used, even if its caller has stopped waiting.
    return await deadline.race(runConnected(() => repeat(db, begun, enter)).finally(() => writers.release()))
  } catch (error) {
    throw writers.counted(error)
  }
}

/**
 * The results of statements that are sent without waiting for each other's answers, by name. PostgreSQL runs the statements of one
 * connection in the order in which they are sent, so the order of the names is the order of the locks. Waits until all have ended,
 * then throws the first error in this order: after an error none may go on, because the rollback ends the transaction. Keep savepoints
 * out of it: rolling one back would undo the statements beside it.
 */
export async function pipeline<T extends Record<string, unknown>>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const names = Object.keys(work)
  const sent: unknown[] = Object.values(work)
  await Promise.allSettled(sent)
  const results = await Promise.all(sent)
  return Object.fromEntries(names.map((name, index) => [name, results[index]])) as { [K in keyof T]: Awaited<T[K]> }
}
