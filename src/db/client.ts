import postgres from 'postgres'
import { assertAwaited, runConnected, workContext } from '../lib/work-context.ts'
import { addressesOf } from './address.ts'
import { waitTimeoutMs, withDeadline } from './deadline.ts'
import { databaseError, isUnreachable, refuseUnreplicated, TakenForReadError } from './errors.ts'
import { Hosts } from './hosts.ts'
import { Replicas } from './replicas.ts'
import { Semaphore } from './semaphore.ts'
import { type Kind, STARTUP, STATEMENT_MS, setAll, settingsFor, type Use } from './sessions.ts'
import { socketsTo } from './socket.ts'
import { ConnectionWatch } from './watch.ts'

interface Types extends Record<string, unknown> {
  int8: number
  date: string
  timestamptz: string
}

/** What a query runs on: the pool or a transaction. */
export type Queryable = postgres.ISql<Types>
export type Database = postgres.Sql<Types>
export type Transaction = postgres.TransactionSql<Types>

const OID = { int8: 20, date: 1082, timestamptz: 1184 } as const

export interface PoolOptions {
  /** How many connections there are at most. */
  max?: number
  applicationName?: string
  /** Removes the time limits of locks and statements, for bulk loads and migrations. */
  patient?: boolean
  /** Certificates in PEM format that the server's certificate must go back to (DATABASE_CA). */
  ca?: string | undefined
  /** How long a request waits for a connection. */
  waitMs?: number
  /** How long a connection may take to open; by default as long as a request waits. */
  connectMs?: number
  /** How long the server may owe an answer before the connection is given up. */
  silenceMs?: number
  /** Another entry of a pooler to the same primary, for reads (DATABASE_READ_URL). */
  readUrl?: string | undefined
  /** The way around a pooler, for what needs a session of its own: LISTEN (DATABASE_DIRECT_URL). */
  directUrl?: string | undefined
  /** Sessions are shared with other clients of a pooler: nothing is set in them. */
  shared?: SharedSessions | undefined
  /** Standbys that answer reads which may be some seconds old, and how old that is (DATABASE_REPLICA_URLS, REPLICA_LAG_SECONDS). */
  replicas?: { urls: readonly string[]; lagSeconds: number } | undefined
}

/** What a pooler in transaction mode keeps for a client (src/db/pooler.ts). */
export interface SharedSessions {
  /** Whether prepared statements outlive a transaction. */
  prepares: boolean
}

const WAIT_MS = 10_000
/** A server that says nothing for longer than a statement may take is taken for dead. */
const SILENCE_MS = STATEMENT_MS + 5_000
/** How long a pool waits before it tries again to connect, after so many failures. */
const backoffSeconds = (failures: number) => Math.min(0.05 * 2 ** failures, 1)

/** What this module knows of a pool. Reads have connections of their own, which no lock can take from them. */
interface Pool {
  ways: Ways
  options: PoolOptions
  readers: Database
  /** None where there are no replicas. */
  replicas: Replicas | undefined
  semaphores: Record<Use, Semaphore>
  waitMs: number
  /** How long a read may take; undefined: for ever. */
  silenceMs: number | undefined
}

/** The servers or poolers that lead to the database. */
type Ways = Record<Use | 'direct', Hosts>

const pools = new WeakMap<object, Pool>()

/** The part of the connections that are for reads. */
const READ_SHARE = 0.4
/** How many reads postgres.js sends over one connection without waiting for answers. */
const READS_AT_ONCE = 8

/**
 * Opens a pool; two, if there is more than one connection: one for reads, and one for transactions and statements that
 * write. Values have the types of the API: `bigint` is a safe integer, `date` a `YYYY-MM-DD` string, `timestamptz` ISO
 * 8601 in UTC.
 * @throws Error for a URL that says nothing sensible about its hosts or TLS.
 */
export function connect(url: string, options: PoolOptions = {}): Database {
  const hostsOf = (own: string) => new Hosts(addressesOf(own, options.ca))
  const write = hostsOf(url)
  const { readUrl, directUrl } = options
  return connectTo(
    {
      write,
      read: readUrl === undefined ? write : hostsOf(readUrl),
      direct: directUrl === undefined ? write : hostsOf(directUrl),
    },
    options,
  )
}

function connectTo(ways: Ways, options: PoolOptions): Database {
  const { max = 10, waitMs = WAIT_MS, silenceMs = SILENCE_MS } = options
  const forReads = max === 1 ? 0 : Math.max(1, Math.floor(max * READ_SHARE))
  const db = openPool(ways.write, options, max - forReads, 'write')
  const readers = forReads === 0 ? db : openPool(ways.read, options, forReads, 'read')
  const listeners = ways.direct === ways.write ? db : openPool(ways.direct, directly(options), 1, 'write')
  if (listeners !== db) db.listen = listeners.listen
  const replicas = forReads === 0 ? undefined : openReplicas(options, forReads, waitMs)
  const all = new Set([db, readers, listeners])
  const end = db.end
  db.end = async (how) =>
    void (await Promise.all([...[...all].map((pool) => (pool === db ? end(how) : pool.end(how))), replicas?.end(how)]))
  const semaphores = {
    read: new Semaphore((options.shared ? 1 : READS_AT_ONCE) * Math.max(1, forReads), waitMs),
    write: new Semaphore(max - forReads, waitMs),
  }
  pools.set(db, {
    ways,
    options,
    readers,
    replicas,
    semaphores,
    waitMs,
    silenceMs: options.patient ? undefined : silenceMs,
  })
  return db
}

const directly = (options: PoolOptions): PoolOptions => ({ ...options, shared: undefined })

/** Reads of replicas have as many connections to each as those of the primary. */
function openReplicas(options: PoolOptions, max: number, waitMs: number): Replicas | undefined {
  if (options.replicas === undefined || options.replicas.urls.length === 0) return undefined
  const { urls, lagSeconds } = options.replicas
  return new Replicas(
    urls.map((url) => {
      const hosts = new Hosts(addressesOf(url, options.ca))
      const { host, port } = hosts.addresses.all[0]
      const sql = openPool(hosts, directly(options), max, 'read')
      return { name: `${host}:${port}`, sql, semaphore: new Semaphore(READS_AT_ONCE * max, waitMs), lagSeconds }
    }),
  )
}

/** The replicas of a pool. */
export const replicasOf = (db: Database): Replicas | undefined => pools.get(db)?.replicas

/** Opens a connection of its own to the database of a pool, around a pooler if there is a way. */
export function connectAlso(db: Database): Database {
  const pool = pools.get(db)
  if (pool === undefined) throw new Error('not a pool of this process')
  const { direct } = pool.ways
  return connectTo({ write: direct, read: direct, direct }, { ...directly(pool.options), max: 1 })
}

/** How long a request waits for a connection of a pool. */
export const waitMsOf = (db: Database): number => pools.get(db)?.waitMs ?? WAIT_MS

/** How busy a pool is: reads, and transactions and statements that write. */
export function poolFigures(db: Database): Record<Use, ReturnType<Semaphore['figures']>> | undefined {
  const semaphores = pools.get(db)?.semaphores
  return semaphores && { read: semaphores.read.figures(), write: semaphores.write.figures() }
}

function openPool(hosts: Hosts, options: PoolOptions, max: number, use: Use): Database {
  const { waitMs = WAIT_MS, connectMs = waitMs, silenceMs = SILENCE_MS, patient = false, shared } = options
  const watch = new ConnectionWatch(patient ? undefined : silenceMs, use === 'write', hosts)
  // The types of postgres.js lack these options. The prelude is of our patch (patches/): it runs first on each connection.
  const unlisted = {
    socket: socketsTo(hosts, connectMs, (socket, address) => watch.add(socket, address)),
    prelude: shared === undefined ? setAll(settingsFor(use, patient)) : undefined,
    // pgbouncer gives the server to somebody else when an answer is complete, also while the next question is half asked.
    ...(shared && { max_pipeline: 0 }),
  }
  return postgres(hosts.addresses.all[0].url, {
    ...unlisted,
    ssl: false,
    max,
    prepare: shared?.prepares ?? true,
    connect_timeout: connectMs / 1000,
    backoff: backoffSeconds,
    idle_timeout: 300,
    onnotice: refuseUnreplicated,
    connection: { application_name: options.applicationName ?? 'sejour', ...STARTUP },
    types: {
      int8: { to: OID.int8, from: [OID.int8], parse: safeInteger, serialize: String },
      date: { to: OID.date, from: [OID.date], parse: (text: string) => text, serialize: String },
      timestamptz: {
        to: OID.timestamptz,
        from: [OID.timestamptz],
        parse: (text: string) => new Date(text).toISOString(),
        serialize: String,
      },
    },
  })
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`)
  return value
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
  if (kind === 'stale') {
    const answer = await pool.replicas?.read(run)
    if (answer !== undefined) return answer.value
  }
  const use = kind === 'write' ? 'write' : 'read'
  const runHere = async () => (use === 'read' ? readOn(pool.readers, db, run) : run(db))
  if (workContext().connected) return runHere()
  return inPlace(pool.semaphores[use], (release) => {
    const answer = runHere().finally(release)
    // A connection that several reads share is not silent when some of them are answered.
    return use === 'read' && pool.silenceMs !== undefined ? withDeadline(pool.silenceMs, () => answer) : answer
  })
}

/** Runs work that has a place, which it releases, and counts it when it has found no connection or has lost it. */
async function inPlace<T>(semaphore: Semaphore, work: (release: () => void) => Promise<T>): Promise<T> {
  try {
    const waiting = semaphore.acquire()
    if (waiting !== undefined) await waiting
    return await work(() => semaphore.release())
  } catch (error) {
    if (isUnreachable(error)) semaphore.countRefused()
    throw error
  }
}

const READ_ONLY = '25006'
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ATTEMPTS = 5

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

/** Tells the database for whom a transaction works (docs/design/audit.md). Sent with its first statement, so that nobody waits for it. */
async function byActor<T>(tx: Transaction, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const actor = workContext().request?.actor
  if (actor === undefined) return work(tx)
  // Sent before the first statement of the work: a query waits until somebody asks for its answer.
  const told = tx`select set_config('sejour.actor', ${JSON.stringify(actor())}, true)`.execute()
  const [, done] = await Promise.all([told, work(tx)])
  return done
}

async function repeat<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await db.begin((tx) => byActor(tx, work))) as T
    } catch (error) {
      const code = databaseError(error)?.code
      if (attempt >= ATTEMPTS || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error
    }
  }
}

/**
 * Runs `work` in a transaction; after a deadlock or serialization failure again, five times at most in all. It is not
 * begun, and not committed, for a client that is gone, nor when the connection came too late. A commit whose answer is
 * lost is never tried again.
 * @throws ConnectionError, ClientGoneError
 */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const pool = pools.get(db)
  if (pool === undefined || workContext().connected) return repeat(db, work)
  const result = await inPlace(pool.semaphores.write, (release) =>
    withDeadline(waitTimeoutMs(pool.waitMs), (begin) => {
      const begun = async (tx: Transaction) => {
        begin()
        const done = await work(tx)
        assertAwaited()
        return done
      }
      // The place is taken for as long as the connection is, also when nobody waits for it any more.
      return runConnected(() => repeat(db, begun)).finally(release)
    }),
  )
  workContext().request?.resume()
  return result
}
