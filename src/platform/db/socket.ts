import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { runInBackground } from '../lib/work-context.ts'
import { type Address, isVerified } from './address.ts'
import type { Servers } from './cluster/cluster.ts'
import { ConnectionError, noteCertificate, noteErrors } from './errors.ts'

/** The message that asks a server whether it has TLS: its length, and a number that stands for the question. */
const TLS_QUESTION = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const YES = 'S'

const noTls = (message: string) => new ConnectionError('CONNECTION_NO_TLS', message)

async function answersYes(socket: net.Socket, signal: AbortSignal): Promise<boolean> {
  socket.write(TLS_QUESTION)
  const [bytes]: Buffer[] = await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })])
  // More than the one letter would be text of somebody in between, from before the encryption.
  if (bytes?.length !== 1) throw noTls('The database did not answer the question for TLS')
  return bytes.toString('latin1') === YES
}

/** Until when the certificates of the servers are valid that this process has connected to, in milliseconds, by host. */
export const certificates = new Map<string, number>()

/** Opens a connection as the address says, TLS included. */
export async function openSocket(
  { host, port, socketPath, sslMode, ca }: Address,
  signal: AbortSignal,
): Promise<net.Socket> {
  const plain = net.connect(socketPath === undefined ? { host, port } : { path: socketPath })
  noteErrors(plain)
  try {
    await once(plain, 'connect', { signal })
    if (sslMode === 'disable') return plain
    if (!(await answersYes(plain, signal))) {
      if (sslMode === 'prefer') return plain
      throw noTls(
        `The database at ${host} has no TLS, and sslmode=${sslMode} requires it: only sslmode=disable in DATABASE_URL allows to go without`,
      )
    }
    const socket = tls.connect({
      socket: plain,
      // The name in the certificate must be that of the URL, also when it is an IP address.
      host,
      ...(net.isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
      rejectUnauthorized: isVerified({ sslMode }),
      ...(sslMode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    })
    noteErrors(socket)
    await once(socket, 'secureConnect', { signal }).catch((error: unknown) => {
      // Set when the handshake was fine, and the certificate was not.
      if (socket.authorizationError) noteCertificate(error)
      throw error
    })
    certificates.set(host, Date.parse(socket.getPeerCertificate().valid_to))
    return socket
  } catch (error) {
    plain.destroy()
    throw error
  }
}

/**
 * The `socket` option of postgres.js: opens a connection, TLS included, so that one module says what `sslmode` means. A
 * connection that fails becomes a socket that fails, because postgres.js loses a place of its pool when this rejects.
 * @param timeoutMs how long opening a connection may take.
 * @param onOpen is called with each connection.
 */
export const socketsTo =
  (servers: Servers, timeoutMs: number, onOpen?: (socket: net.Socket, address: Address) => void) =>
  (): Promise<net.Socket> =>
    // The connection outlives the request that opens it.
    runInBackground(async () => {
      try {
        const { socket, address } = await servers.open(timeoutMs)
        onOpen?.(socket, address)
        // postgres.js names them in its errors.
        return Object.assign(socket, { host: address.socketPath ?? address.host, port: address.port })
      } catch (cause) {
        const isLate = cause instanceof Error && cause.name === 'AbortError'
        const names = servers.addresses.all.map(({ host }) => host).join(', ')
        const error = isLate
          ? new ConnectionError('CONNECT_TIMEOUT', `No connection to ${names} within ${timeoutMs} ms`)
          : cause
        const failed = new net.Socket()
        setImmediate(() => failed.destroy(error instanceof Error ? error : new Error(String(error))))
        return failed
      }
    })
