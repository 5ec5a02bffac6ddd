import { isLoopback, withoutBrackets } from '../lib/environment.ts'

/** The meaning of `sslmode`, as in libpq. */
export const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
export type SslMode = (typeof SSL_MODES)[number]

/** The address of a server, for the pool and for dbmate. */
export interface Address {
  /** The URL of this server alone, without parameters about the place and TLS, for postgres.js. */
  url: string
  host: string
  port: number
  /** The Unix socket, which replaces host and port. */
  socketPath: string | undefined
  /** True if the server is on this machine. */
  isLocal: boolean
  sslMode: SslMode
  /** Certificates in PEM format of the authorities that may have signed the server's certificate; undefined: those of Node.js. */
  ca: string | undefined
}

/**
 * Chooses one of several servers: the primary, or any that answers. `read-write` and `primary` of libpq are the same here: of two
 * primaries the one that writes is taken, and one that is read-only at the moment still reads.
 */
const TARGETS = { any: 'any', 'read-write': 'primary', primary: 'primary' } as const
type Target = (typeof TARGETS)[keyof typeof TARGETS]

/** The servers of a URL, in its order. */
export interface Addresses {
  all: readonly [Address, ...Address[]]
  target: Target
}

const DEFAULT_PORT = '5432'
const DEFAULT_SOCKETS = '/var/run/postgresql'
/** Parameters that this module understands itself. */
const OURS = ['sslmode', 'sslrootcert', 'host', 'port', 'target_session_attrs']
/** The text before the hosts, the hosts, and the text after them. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/

/** The hosts and ports of a URL, and the URL with none of the ports, and the first host alone, which `URL` can read. */
function split(databaseUrl: string): { url: URL; hosts: { host: string; port: string }[] } {
  const [, before = '', authority = '', after = ''] = PARTS.exec(databaseUrl) ?? []
  const named = authority.split(',').map((text) => {
    const [, host, port = DEFAULT_PORT] = HOST_AND_PORT.exec(text) ?? []
    if (host === undefined) throw new Error('has a host that is not understood')
    return { host: withoutBrackets(decodeURIComponent(host)), port }
  })
  const url = new URL(`${before}${HOST_AND_PORT.exec(authority.split(',')[0] ?? '')?.[1] ?? ''}${after}`)
  const hosts = url.searchParams.get('host')?.split(',') ?? named.map(({ host }) => host)
  const ports = url.searchParams.get('port')?.split(',') ?? named.map(({ port }) => port)
  if (ports.length !== 1 && ports.length !== hosts.length) throw new Error('must have one port, or one for each host')
  return {
    url,
    hosts: hosts.map((host, index) => ({
      host: host || DEFAULT_SOCKETS,
      port: (ports.length === 1 ? ports[0] : ports[index]) || DEFAULT_PORT,
    })),
  }
}

/**
 * Reads a URL of PostgreSQL, with several hosts as in libpq. Without `sslmode`, a certificate authority means verify-full, a server on
 * this machine prefer, and another one require. As in libpq, `require` with a certificate authority means verify-ca, and Unix
 * sockets have no TLS. Without `target_session_attrs`, several hosts mean the primary among them, and one host means itself.
 * @throws Error in one sentence.
 */
export function addressesOf(databaseUrl: string, ca?: string): Addresses {
  const { url, hosts } = split(databaseUrl)
  const parameter = (name: string) => url.searchParams.get(name) || undefined
  if (parameter('sslrootcert') !== undefined) throw new Error('sslrootcert is not read: set DATABASE_CA')
  const wanted = parameter('sslmode')
  const named = SSL_MODES.find((mode) => mode === wanted)
  if (wanted !== undefined && named === undefined) throw new Error(`sslmode must be one of ${SSL_MODES.join(', ')}`)
  const attributes = parameter('target_session_attrs') ?? (hosts.length > 1 ? 'read-write' : 'any')
  const target = Object.entries(TARGETS).find(([name]) => name === attributes)?.[1]
  if (target === undefined) throw new Error(`target_session_attrs must be one of ${Object.keys(TARGETS).join(', ')}`)
  for (const name of OURS) url.searchParams.delete(name)

  const [first, ...others] = hosts.map(({ host, port }): Address => {
    const socketPath = host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : undefined
    const isLocal = socketPath !== undefined || isLoopback(host)
    const otherwise = ca !== undefined ? 'verify-full' : isLocal ? 'prefer' : 'require'
    const mode = named ?? otherwise
    const own = new URL(url)
    if (socketPath === undefined) {
      own.hostname = host.includes(':') ? `[${host}]` : host
      own.port = port
    }
    return {
      url: own.href,
      host,
      port: Number(port),
      socketPath,
      isLocal,
      sslMode: socketPath !== undefined ? 'disable' : mode === 'require' && ca !== undefined ? 'verify-ca' : mode,
      ca,
    }
  })
  if (first === undefined) throw new Error('names no host')
  return { all: [first, ...others], target }
}

/** True if certificates are checked at all. */
export const isVerified = ({ sslMode }: Pick<Address, 'sslMode'>): boolean =>
  sslMode === 'verify-ca' || sslMode === 'verify-full'
