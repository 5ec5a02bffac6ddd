import postgres from 'postgres'
import { addressOf } from './address.ts'
import { socketsTo } from './socket.ts'

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
  /** How many connections the pool has at most. */
  max?: number
  applicationName?: string
  /** Removes the time limits of locks and statements, for bulk loads and migrations. */
  patient?: boolean
  /** Certificates in PEM format that the server's certificate must go back to (DATABASE_CA). */
  ca?: string | undefined
}

const CONNECT_SECONDS = 10
/** How long a pool waits before it tries again to connect, after so many failures. */
const backoffSeconds = (failures: number) => Math.min(0.05 * 2 ** failures, 1)

/**
 * Opens a pool. Values have the types of the API: `bigint` is a safe integer, `date` a
 * `YYYY-MM-DD` string, `timestamptz` ISO 8601 in UTC.
 * @throws Error for a URL that says nothing sensible about TLS.
 */
export function connect(url: string, options: PoolOptions = {}): Database {
  const address = addressOf(url, options.ca)
  // The types of postgres.js lack this option.
  const sockets = { socket: socketsTo(address, CONNECT_SECONDS * 1000) }
  const db = postgres(address.url, {
    ...sockets,
    ssl: false,
    max: options.max ?? 10,
    connect_timeout: CONNECT_SECONDS,
    backoff: backoffSeconds,
    idle_timeout: 300,
    onnotice: () => {},
    connection: {
      application_name: options.applicationName ?? 'sejour',
      timezone: 'UTC',
      datestyle: 'ISO',
      statement_timeout: options.patient ? 0 : 15_000,
      lock_timeout: options.patient ? 0 : 10_000,
      idle_in_transaction_session_timeout: 30_000,
      // Compiling a plan takes longer than running it: the slowest statement takes less than a second.
      jit: 'off',
      // How similar a misspelled word must be to be found (0.6 by default).
      'pg_trgm.word_similarity_threshold': 0.45,
    },
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
  origins.set(db, { url, options })
  return db
}

const origins = new WeakMap<Database, { url: string; options: PoolOptions }>()

/** Opens a connection of its own to the database of a pool. */
export function connectAlso(db: Database): Database {
  const origin = origins.get(db)
  if (origin === undefined) throw new Error('not a pool of this process')
  return connect(origin.url, { ...origin.options, max: 1 })
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is not a safe integer`)
  return value
}

const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const ATTEMPTS = 5

/** The SQLSTATE and constraint of an error that PostgreSQL raised; undefined for any other error. */
export function databaseError(error: unknown): { code: string; constraint: string | undefined } | undefined {
  return error instanceof postgres.PostgresError ? { code: error.code, constraint: error.constraint_name } : undefined
}

/** Runs `work` in a transaction; after a deadlock or serialization failure again, five times at most in all. */
export async function transaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return (await db.begin(work)) as T
    } catch (error) {
      const code = databaseError(error)?.code
      if (attempt >= ATTEMPTS || (code !== SERIALIZATION_FAILURE && code !== DEADLOCK)) throw error
    }
  }
}
