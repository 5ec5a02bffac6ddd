import { isLoopback, withoutBrackets } from '../lib/environment.ts'

/** What `sslmode` means here, as in libpq. */
export const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** Where a database is, and how to reach it: what the pool and dbmate are both told. */
export interface Address {
  /** The URL without parameters about the place and TLS, for postgres.js. */
  url: string
  host: string
  port: number
  /** The Unix socket, which replaces host and port. */
  socketPath: string | undefined
  /** Whether the server is on this machine. */
  isLocal: boolean
  sslMode: SslMode
  /** Certificates in PEM format that the server's certificate must go back to; undefined: those of Node.js. */
  ca: string | undefined
}

const DEFAULT_PORT = '5432'
const DEFAULT_SOCKETS = '/var/run/postgresql'
/** Parameters that this module understands itself. */
const OURS = ['sslmode', 'sslrootcert', 'host', 'port']

/**
 * Reads a URL of PostgreSQL. Without `sslmode`, a certificate authority means verify-full, a server on this machine
 * prefer, and another one require. As in libpq, `require` with a certificate authority means verify-ca, and Unix sockets
 * have no TLS.
 * @throws Error in one sentence.
 */
export function addressOf(databaseUrl: string, ca?: string): Address {
  const url = new URL(databaseUrl)
  const parameter = (name: string) => url.searchParams.get(name) || undefined
  if (parameter('sslrootcert') !== undefined) throw new Error('sslrootcert is not read: set DATABASE_CA')
  const wanted = parameter('sslmode')
  const named = SSL_MODES.find((mode) => mode === wanted)
  if (wanted !== undefined && named === undefined) throw new Error(`sslmode must be one of ${SSL_MODES.join(', ')}`)

  const host = parameter('host') ?? (withoutBrackets(decodeURIComponent(url.hostname)) || DEFAULT_SOCKETS)
  const port = parameter('port') ?? (url.port || DEFAULT_PORT)
  const socketPath = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : undefined
  const isLocal = socketPath !== undefined || isLoopback(host)
  const otherwise = ca !== undefined ? 'verify-full' : isLocal ? 'prefer' : 'require'
  const mode = named ?? otherwise
  for (const name of OURS) url.searchParams.delete(name)
  return {
    url: url.href,
    host,
    port: Number(port),
    socketPath,
    isLocal,
    sslMode: socketPath !== undefined ? 'disable' : mode === 'require' && ca !== undefined ? 'verify-ca' : mode,
    ca,
  }
}

/** Whether certificates are checked at all. */
export const isVerified = ({ sslMode }: Pick<Address, 'sslMode'>): boolean =>
  sslMode === 'verify-ca' || sslMode === 'verify-full'
