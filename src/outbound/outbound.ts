import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, request } from 'undici'
import { readText } from '../lib/streams.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3

/** Why an address that somebody named could not be read; `code` is for machines and for the one who named it. */
export class OutboundError extends Error {
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(code, { cause })
    this.code = code
  }
}

/** `::127.0.0.1`, which ipaddr.js takes for the mapped `::ffff:127.0.0.1`. */
const DEPRECATED_COMPATIBLE = /^::\d+(\.\d+){3}$/
/** All that is given out of IPv6 (RFC 4291); below it lie the forms that carry an IPv4 address, above it what is reserved. */
const IPV6_GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of global unicast, and not of this machine or the network around it. Forms that carry an
 * IPv4 address within (mapped, compatible, NAT64, 6to4, Teredo) are refused whatever they carry, and so are zones. Pure.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes('%') || DEPRECATED_COMPATIBLE.test(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || address.match(IPV6_GLOBAL_UNICAST)
}

/** Looks names up as the connection itself does, so that what was checked is what is connected to. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new OutboundError('unreachable'), '')
    if (addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new OutboundError('private_address'), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

export interface Outbound {
  /** Whether a URL names a private address outright; one behind a name shows when it is read. */
  refuses(url: URL): boolean
  /**
   * GETs a text of at most 2 MB within ten seconds, following three redirects, from public addresses only.
   * @throws OutboundError `private_address`, `too_large`, `timeout`, `unreachable`, `redirects`, `status_404` and the like.
   */
  fetchText(url: string): Promise<string>
  close(): Promise<void>
}

/** HTTP to addresses that users name. `allowedHosts` (`host` or `host:port`) are read wherever they are. */
export function createOutbound(allowedHosts: string[]): Outbound {
  const connect = { timeout: TIMEOUT_MS }
  const guarded = new Agent({ connect: { ...connect, lookup: publicLookup } })
  const open = new Agent({ connect })

  const isAllowed = ({ host, hostname }: URL) => allowedHosts.includes(host) || allowedHosts.includes(hostname)

  function refuses(url: URL): boolean {
    const address = url.hostname.replace(/^\[|\]$/g, '')
    return !isAllowed(url) && ipaddr.isValid(address) && !isPublicAddress(address)
  }

  async function fetchOnce(url: URL, signal: AbortSignal): Promise<string | URL> {
    // Connections to an address that needs no lookup would pass the one below.
    if (refuses(url)) throw new OutboundError('private_address')
    const { statusCode, headers, body } = await request(url, {
      dispatcher: isAllowed(url) ? open : guarded,
      signal,
      headers: { 'user-agent': 'Sejour', accept: 'text/calendar, text/plain;q=0.9, */*;q=0.1' },
    })
    if (statusCode === 200) return readText(body, MAX_BYTES, () => new OutboundError('too_large'))
    // What else it says does not matter: reading a little keeps the connection open, a lot closes it.
    await body.dump()
    const { location } = headers
    if (statusCode < 300 || statusCode > 399 || typeof location !== 'string')
      throw new OutboundError(`status_${statusCode}`)
    return new URL(location, url)
  }

  return {
    refuses,
    async fetchText(address) {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      try {
        let url = new URL(address)
        for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
          if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundError('protocol')
          const found = await fetchOnce(url, signal)
          if (typeof found === 'string') return found
          url = found
        }
        throw new OutboundError('redirects')
      } catch (error) {
        if (error instanceof OutboundError) throw error
        throw new OutboundError(signal.aborted ? 'timeout' : 'unreachable', error)
      }
    },
    async close() {
      await Promise.all([guarded.close(), open.close()])
    },
  }
}
