import type { EventEmitter } from 'node:events'
import postgres from 'postgres'

/** A connection that cannot be had or used. */
export class ConnectionError extends Error {
  readonly code: `CONNECT${'ION' | ''}_${string}`

  constructor(code: ConnectionError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const NOT_FREE = 'CONNECTION_NOT_FREE'

/** An error without a stack: under overload there are thousands, and a stack is a tenth of the processor time of a refusal. */
export function noConnection(): ConnectionError {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  const error = new ConnectionError(NOT_FREE, 'No connection to the database was free in time')
  Error.stackTraceLimit = stackTraceLimit
  return error
}

/** The place in the sources of PostgreSQL that gives up waiting for a standby. The message itself is in the language of the server. */
const GAVE_UP_WAITING = 'SyncRepWaitForLSN'

/**
 * Hears what the server says beside its answers. A commit whose time was up before a standby had it is answered as made, and would be
 * lost with the server: it counts as one whose answer is lost.
 * @throws ConnectionError, which the driver gives to the statement whose answer is due.
 */
export function refuseUnreplicated({ routine }: { [field: string]: string }): void {
  if (routine === GAVE_UP_WAITING)
    throw new ConnectionError('CONNECTION_UNREPLICATED', 'No standby has confirmed the commit in time')
}

/** A way to the database that the service cannot be started on, in sentences that say what to do. */
export class UnfitSessionsError extends Error {}

/** A statement that writes and runs on a connection for reads: a defect of ours, not of the server. */
export class TakenForReadError extends Error {}

/** The SQLSTATE and constraint of an error that PostgreSQL raised; undefined for any other error. */
export function databaseError(error: unknown): { code: string; constraint: string | undefined } | undefined {
  return error instanceof postgres.PostgresError ? { code: error.code, constraint: error.constraint_name } : undefined
}

/** Errors of sockets to the database, whatever their codes: an expired certificate, no descriptors left, no file of a Unix socket. */
const ofSockets = new WeakSet<Error>()
/** Errors of a server that was reached, and whose certificate was refused. */
const ofCertificates = new WeakSet<Error>()

/** Notes the errors of a socket to the database, which are outages and never defects of ours. */
export const noteErrors = (socket: EventEmitter): void =>
  void socket.prependListener('error', (error: Error) => ofSockets.add(error))

export const noteCertificate = (error: unknown): void => void (error instanceof Error && ofCertificates.add(error))

/** Errors of the driver about a connection, and answers of a server that starts, stops, or has no room for one. */
const NOT_SERVING = /^((CONNECTION|CONNECT|SASL)_.*|08...|57P..|53300|55000|3D000)$/
/** It has no room for data or memory, cannot use its disk, ended the session of an idle transaction, or is read-only. */
const UNABLE = /^(53...|25P0[34]|25006|58...)$/
/** SQLSTATE of a server that is starting, and of our triggers that refuse numbers and money until somebody has looked what was lost. */
const NOT_YET = '57P03'
/** A transaction that was undone for another's sake. */
const UNDONE = /^(40001|40P01)$/
/** The same, a lock that was not free in time, or a statement that took too long. */
const BUSY = /^(40001|40P01|55P03|57014)$/
/** Places in the sources of PostgreSQL that refuse a prepared statement: a column has another type by now, or the statement is gone. */
const STALE = new Set(['RevalidateCachedQuery', 'transformAssignedExpr', 'FetchPreparedStatement'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** True if PostgreSQL did not let the caller in, or goes away. An answer to a statement is never fatal. */
const endsSession = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && /^(FATAL|PANIC)$/.test(error.severity)

/** True if the database is there, and refuses this until a node has dealt with a loss (docs/high-availability.md, "When the database moves"). */
export const isHeldBack = (error: unknown): boolean => codeOf(error) === NOT_YET && !endsSession(error)

/** True if work has found no connection or lost it, and the database has not answered the statement. */
export const isUnreachable = (error: unknown): boolean =>
  (error instanceof Error && ofSockets.has(error)) || endsSession(error) || NOT_SERVING.test(codeOf(error))

/** True if a password, rights or the certificate of the server are wrong, which waiting does not mend. */
export const isRefused = (error: unknown): boolean =>
  (error instanceof Error && ofCertificates.has(error)) || (endsSession(error) && /^(28|42)/.test(codeOf(error)))

/** True if work waited for a connection in vain, which also happens in a full pool of a database that is there. Pure. */
export const isNotFree = (error: unknown): boolean => codeOf(error) === NOT_FREE

/** True if a database is away: a repetition may succeed. */
export const isAway = (error: unknown): boolean => isUnreachable(error) || UNABLE.test(codeOf(error))

/** Fields of a log line about an error. An outage of the database has its text, and everything else the stack. */
export const logged = (error: unknown): { reason: string } | { err: unknown } =>
  isAway(error) ? { reason: String(error) } : { err: error }

/** True if a statement was prepared for columns of other types. It is prepared anew when it runs again. Pure. */
export const isStale = (error: unknown): boolean =>
  error instanceof postgres.PostgresError && STALE.has(error.routine ?? '')

/** True if a transaction met another one, and can be run again at once. Pure. */
export const isUndone = (error: unknown): boolean => UNDONE.test(codeOf(error))

/** True if a statement failed because of concurrent work, so that a retry may succeed. Pure. */
export const isBusy = (error: unknown): boolean => isStale(error) || BUSY.test(codeOf(error))
