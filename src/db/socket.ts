import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { runInBackground } from '../lib/work-context.ts'
import { type Address, isVerified } from './address.ts'
import type { Writers } from './writers.ts'

/** The message that asks a server whether it has TLS: its length, and a number that stands for the question. */
const TLS_QUESTION = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const YES = 'S'

/** A server without TLS, at an address that requires it. */
export class NoTlsError extends Error {
  /** src/db/errors.ts knows unreachable databases by such codes. */
  readonly code = 'CONNECTION_NO_TLS'
}

/** A connection that took too long to open. */
class LateError extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}

async function openPlain(address: Address, signal: AbortSignal): Promise<net.Socket> {
  const { host, port, socketPath } = address
  const socket = socketPath === undefined ? net.connect({ host, port }) : net.connect({ path: socketPath })
  try {
    await once(socket, 'connect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function answersYes(socket: net.Socket, signal: AbortSignal): Promise<boolean> {
  const closed = once(socket, 'close', { signal }).then(() => {
    throw new NoTlsError('The database closed the connection when it was asked for TLS')
  })
  closed.catch(() => undefined)
  const answer = once(socket, 'data', { signal })
  answer.catch(() => undefined)
  socket.write(TLS_QUESTION)
  const [bytes]: Buffer[] = await Promise.race([answer, closed])
  // More than the one letter would be text of somebody in between, from before the encryption.
  if (bytes?.length !== 1) throw new NoTlsError('The database did not answer the question for TLS')
  return bytes.toString('latin1') === YES
}

/** Whether a server has TLS. */
export async function offersTls(address: Address, timeoutMs: number): Promise<boolean> {
  const signal = AbortSignal.timeout(timeoutMs)
  const socket = await openPlain(address, signal)
  try {
    return await answersYes(socket, signal)
  } finally {
    socket.destroy()
  }
}

/** Opens a connection as the address says, TLS included. */
async function open(address: Address, timeoutMs: number): Promise<net.Socket> {
  const signal = AbortSignal.timeout(timeoutMs)
  const plain = await openPlain(address, signal)
  try {
    if (address.sslMode === 'disable') return plain
    if (!(await answersYes(plain, signal))) {
      if (address.sslMode === 'prefer') return plain
      throw new NoTlsError(
        `The database at ${address.host} has no TLS, and sslmode=${address.sslMode} requires it: only sslmode=disable in DATABASE_URL allows to go without`,
      )
    }
    const socket = tls.connect({
      socket: plain,
      // The name in the certificate must be that of the URL, also when it is an IP address.
      host: address.host,
      ...(net.isIP(address.host) === 0 && { servername: address.host }),
      ...(address.ca !== undefined && { ca: address.ca }),
      rejectUnauthorized: isVerified(address),
      ...(address.sslMode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    })
    await once(socket, 'secureConnect', { signal })
    return socket
  } catch (error) {
    plain.destroy()
    throw error
  }
}

/** How a message of PostgreSQL ends that says that it waits for the next statement: its letter, and its length. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])

/** A server that owes an answer and has said nothing for too long. */
class SilentError extends Error {
  readonly code = 'CONNECTION_SILENT'
}

/**
 * Closes a connection on which an answer is due and nothing has arrived for `silenceMs`: its server has stopped, or is no
 * longer there. The statement fails then, instead of waiting for hours, and its transaction can no longer commit.
 */
function watch(socket: net.Socket, silenceMs: number): void {
  let heardAt = performance.now()
  /** How much was written when the last answer was complete. */
  let answered = 0
  let seen = 0
  let end: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    heardAt = performance.now()
    end = chunk.length > READY.length ? chunk : Buffer.concat([end.subarray(-READY.length), chunk])
    if (end.subarray(-READY.length - 1, -1).equals(READY)) answered = socket.bytesWritten
  })
  const timer = setInterval(() => {
    if (socket.bytesWritten !== seen) heardAt = performance.now()
    seen = socket.bytesWritten
    if (seen === answered || performance.now() - heardAt < silenceMs) return
    socket.destroy(new SilentError(`The database has not answered for ${silenceMs} ms`))
  }, silenceMs / 10)
  timer.unref()
  socket.once('close', () => clearInterval(timer))
}

export interface SocketOptions {
  /** How long opening a connection may take. */
  connectMs: number
  /** How long a server may owe an answer; undefined: for ever. */
  silenceMs?: number
  /** The connections of the same pool, if it writes. */
  writers?: Writers
}

/**
 * The `socket` option of postgres.js: opens a connection, TLS included, so that one module says what `sslmode` means. A
 * connection that fails becomes a socket that fails, because postgres.js loses a place of its pool when this rejects.
 */
export const socketsTo =
  (address: Address, { connectMs, silenceMs, writers }: SocketOptions) =>
  (): Promise<net.Socket> =>
    // The connection outlives the request that opens it.
    runInBackground(async () => {
      try {
        const socket = await open(address, connectMs)
        if (silenceMs !== undefined) watch(socket, silenceMs)
        writers?.add(socket)
        return socket
      } catch (cause) {
        const isLate = cause instanceof Error && cause.name === 'AbortError'
        const error = isLate ? new LateError(`No connection to ${address.host} within ${connectMs} ms`) : cause
        const failed = new net.Socket()
        setImmediate(() => failed.destroy(error instanceof Error ? error : new Error(String(error))))
        return failed
      }
    })
