import type net from 'node:net'
import postgres from 'postgres'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Servers } from './cluster/cluster.ts'
import { refuseUnreplicated } from './errors.ts'
import { STARTUP, STATEMENT_MS, setAll, settingsFor, type Use } from './sessions.ts'
import { socketsTo } from './socket.ts'
import { ConnectionWatch } from './watch.ts'

interface Types extends Record<string, unknown> {
  int8: number
  date: string
  timestamptz: string
}

/** The pool or the transaction that a query runs on. */
export type Queryable = postgres.ISql<Types>
export type Database = postgres.Sql<Types>
export type Transaction = postgres.TransactionSql<Types>

const OID = { int8: 20, date: 1082, timestamptz: 1184 } as const

export interface ConnectionOptions {
  /** Largest number of connections. */
  max?: number
  applicationName?: string
  /** Removes the time limits of locks and statements, for bulk loads and migrations. */
  patient?: boolean
  /** Certificates in PEM format of the authorities that may have signed the server's certificate (DATABASE_CA). */
  ca?: string | undefined
  /** Longest wait of a request for a connection. */
  waitMs?: number
  /** A request that has to expect a longer wait is refused at once. */
  patienceMs?: number
  /** Time-out of opening a connection; by default as long as a request waits. */
  connectMs?: number
  /** Time-out of a reply of the server, after which the connection is closed. */
  silenceMs?: number
  /** Sessions are shared with other clients of a pooler: nothing is set in them. */
  shared?: SharedSessions | undefined
}

/** State that a pooler in transaction mode keeps for a client (src/platform/db/cluster/pooler.ts). */
export interface SharedSessions {
  /** True if prepared statements outlive a transaction. */
  prepares: boolean
}

/** The name of a node's connections, by which other nodes see its version; that of 0.1 is `sejour`. */
const NODE = `sejour-${packageJson.version}`

export const WAIT_MS = 10_000
/** A request that has to expect a longer wait for a connection is refused at once. It waits for several, one after the other. */
export const PATIENCE_MS = 1_000
/** Suspect a server that has not replied for longer than a statement may take. */
export const SILENCE_MS = STATEMENT_MS + 5_000
/** Returns the pause before the next try to connect, after so many failures. */
const backoffSeconds = (failures: number) => Math.min(0.05 * 2 ** failures, 1)

/** Opens connections to one server, or to the one of several that serves. */
export function openPool(hosts: Servers, options: ConnectionOptions, max: number, use: Use): Database {
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
    connection: { application_name: options.applicationName ?? NODE, ...STARTUP },
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

/** A client with one connection that sets nothing in its session, over a socket of our own. */
export function openBare(
  url: string,
  application_name: string,
  socket: () => net.Socket | Promise<net.Socket>,
): postgres.Sql {
  // The types of postgres.js lack this option.
  const unlisted = { socket }
  const connection = { application_name, ...STARTUP }
  return postgres(url, { ...unlisted, ssl: false, max: 1, fetch_types: false, onnotice: () => {}, connection })
}
