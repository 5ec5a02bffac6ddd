import type net from 'node:net'
import postgres from 'postgres'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Servers } from './cluster/cluster.ts'
import { refuseUnreplicated } from './errors.ts'
import type { Pool } from './pool.ts'
import { STARTUP, STATEMENT_MS, setAll, settingsFor, type Use } from './sessions.ts'
import { socketsTo } from './socket.ts'
import { ConnectionWatch } from './watch.ts'

interface Types extends Record<string, unknown> {
  int8: number
  date: string
  timestamptz: string
}

/** Connections of the driver that do the same. */
export type Connections = postgres.Sql<Types>
/** The pool or the transaction that a query runs on. */
export type Queryable = postgres.ISql<Types> & { readonly pool?: Pool | undefined }
export type Transaction = postgres.TransactionSql<Types> & { readonly pool?: undefined }

export interface Settings {
  /** Largest number of connections. */
  max: number
  /** The name of a node's connections, by which other nodes see its version; that of 0.1 is `sejour`. */
  applicationName: string
  /** Removes the time limits of locks and statements, for bulk loads and migrations. */
  patient: boolean
  /** Certificates in PEM format of the authorities that may have signed the server's certificate (DATABASE_CA). */
  ca?: string | undefined
  /** Longest wait of a request for a connection. */
  waitMs: number
  /** A request that has to expect a longer wait for a connection is refused at once. It waits for several, one after the other. */
  patienceMs: number
  /** Time-out of opening a connection; by default as long as a request waits. */
  connectMs?: number
  /** Time-out of a reply of the server, after which the connection is closed. */
  silenceMs: number
  /** undefined: no session is shared with other clients of a pooler. In shared ones nothing is set. */
  shared?: SharedSessions | undefined
}

export const DEFAULTS: Settings = {
  max: 10,
  applicationName: `sejour-${packageJson.version}`,
  patient: false,
  waitMs: 10_000,
  patienceMs: 1_000,
  // Longer than a statement may take.
  silenceMs: STATEMENT_MS + 5_000,
}

/** State that a pooler in transaction mode keeps for a client (src/platform/db/cluster/pooler.ts). */
export interface SharedSessions {
  /** True if prepared statements outlive a transaction. */
  prepares: boolean
}

/** Opens connections to one server, or to the one of several that serves. */
export function openConnections(hosts: Servers, settings: Settings, max: number, use: Use): Connections {
  const { waitMs, connectMs = waitMs, silenceMs, patient, shared, applicationName } = settings
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
    // The pause in seconds before the next try.
    backoff: (failures) => Math.min(0.05 * 2 ** failures, 1),
    idle_timeout: 300,
    onnotice: refuseUnreplicated,
    connection: { application_name: applicationName, ...STARTUP },
    types: {
      int8: typeOf(20, safeInteger),
      date: typeOf(1082, (text) => text),
      timestamptz: typeOf(1184, (text) => new Date(text).toISOString()),
    },
  })
}

const typeOf = <T>(oid: number, parse: (text: string) => T) => ({ to: oid, from: [oid], parse, serialize: String })

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
