import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { withoutBrackets } from '../lib/environment.ts'
import { lazily } from '../lib/lazily.ts'
import { readText } from '../lib/streams.ts'
import { requestIdHeader } from '../lib/work-context.ts'
import { isAddress, isPublicAddress } from './addresses.ts'
import { readBeginning } from './beginning.ts'
import { type GuardedHttp, type OutboundAnswer, OutboundError } from './outbound.ts'

const TIMEOUT_MS = 10_000
/** Kept part of the response of a webhook endpoint. */
const BEGINNING = { timeoutMs: TIMEOUT_MS, maxBytes: 2_048 }
const MAX_BYTES = 2 * 1024 * 1024
const MAX_REDIRECTS = 3
const USER_AGENT = 'Sejour'
/** Names that are this machine everywhere (RFC 6761). */
const LOCAL_NAME = /^(.+\.)?localhost\.?$/

/** The name lookup of the connection itself, so that the checked address is the one that is connected to. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new OutboundError('unreachable'), '')
    if (addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new OutboundError('private_address'), '')
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** Encodings that servers send although nobody has asked for them, as iCloud does. */
const DECODERS: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The body of an answer as it was before its encoding. */
function decoded({ body, headers }: Dispatcher.ResponseData): Readable {
  const encoding = headers['content-encoding']
  const decoder = typeof encoding === 'string' ? DECODERS[encoding.trim().toLowerCase()] : undefined
  // An error of either ends the other; the reader sees it.
  return decoder ? pipeline(body, decoder(), () => {}) : body
}

type Call = Pick<Dispatcher.RequestOptions, 'method' | 'body'> & { headers: Record<string, string> }

const headersOf = (headers: Record<string, string>) => ({ 'user-agent': USER_AGENT, ...requestIdHeader(), ...headers })

export interface GuardOptions {
  /** Hosts (`host` or `host:port`) that may have private addresses. */
  allowedHosts?: string[]
  /** Resolves the names of all other hosts, and refuses private addresses. */
  resolve?: LookupFunction | undefined
}

/** HTTP through undici. */
export function guardedHttp({ allowedHosts = [], resolve = publicLookup }: GuardOptions = {}): GuardedHttp & {
  close(): Promise<void>
} {
  const client = lazily(async () => {
    const { Agent, request } = await import('undici')
    const connect = { timeout: TIMEOUT_MS }
    return { request, guarded: new Agent({ connect: { ...connect, lookup: resolve } }), open: new Agent({ connect }) }
  })

  const isAllowed = ({ host, hostname }: URL) => allowedHosts.includes(host) || allowedHosts.includes(hostname)

  function refuses(url: URL): boolean {
    const address = withoutBrackets(url.hostname)
    const isPrivate = LOCAL_NAME.test(address) || (isAddress(address) && !isPublicAddress(address))
    return isPrivate && !isAllowed(url)
  }

  /** The dispatcher for an address. @throws OutboundError `protocol`, `private_address` */
  async function wayTo(url: URL): Promise<Dispatcher> {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new OutboundError('protocol')
    // IP literals skip the lookup and with it its check, so they are checked here.
    if (refuses(url)) throw new OutboundError('private_address')
    const { open, guarded } = await client.get()
    return isAllowed(url) ? open : guarded
  }

  async function send(url: URL, signal: AbortSignal, { headers, ...call }: Call): Promise<Dispatcher.ResponseData> {
    const dispatcher = await wayTo(url)
    const { request } = await client.get()
    return request(url, { dispatcher, signal, headers: headersOf(headers), ...call })
  }

  async function deliver(address: string, body: string, headers: Record<string, string>): Promise<OutboundAnswer> {
    const url = new URL(address)
    const path = `${url.pathname}${url.search}`
    const call = { origin: url.origin, path, method: 'POST', headers: headersOf(headers), body }
    const answer = await readBeginning(await wayTo(url), call, BEGINNING)
    return { status: answer.status, retryAfter: answer.headers['retry-after'], text: answer.text }
  }

  const read = (body: Readable) => readText(body, MAX_BYTES, () => new OutboundError('too_large'))

  async function follow(address: string, signal: AbortSignal, headers: Record<string, string>): Promise<string> {
    let url = new URL(address)
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const answer = await send(url, signal, { method: 'GET', headers })
      if (answer.statusCode === 200) return await read(decoded(answer))
      // Discards the body, so that the connection can be reused.
      await answer.body.dump()
      const { location } = answer.headers
      if (answer.statusCode < 300 || answer.statusCode > 399 || typeof location !== 'string')
        throw new OutboundError(`status_${answer.statusCode}`)
      url = new URL(location, url)
    }
    throw new OutboundError('redirects')
  }

  function refuse(error: unknown, signal?: AbortSignal): never {
    if (error instanceof OutboundError) throw error
    throw new OutboundError(signal?.aborted ? 'timeout' : 'unreachable', error)
  }

  async function within<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    return await work(signal).catch((error: unknown) => refuse(error, signal))
  }

  return {
    refuses,
    get: (url, headers = {}) => within((signal) => follow(url, signal, headers)),
    post: (url, body, headers) =>
      within(async (signal) => {
        const answer = await send(new URL(url), signal, { method: 'POST', body, headers })
        // Ends the connection: what the endpoint says is nobody's business here, and may be endless.
        answer.body.on('error', () => {}).destroy()
        return answer.statusCode
      }),
    deliver: (url, body, headers) => deliver(url, body, headers).catch(refuse),
    close: () => client.end(({ guarded, open }) => Promise.all([guarded.close(), open.close()])),
  }
}
