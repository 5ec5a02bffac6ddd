import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNamed, REFERENCE_READ } from './revalidation.ts'

/** A text as it is sent, in each encoding. */
export interface Packed {
  type: string
  tag: string
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer }
}

/** Up to this size the best compression takes no longer than a tenth of a second. */
const SMALL_BYTES = 200_000

/** Compresses a text, off the event loop. */
export async function pack(text: string | Uint8Array, type: string): Promise<Packed> {
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: identity.length < SMALL_BYTES ? 11 : 9 }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  return { type, tag: hash('sha1', identity, 'base64url'), bodies: { br, gzip: gzipped, identity } }
}

/** The encoding to answer with. Pure. */
export function encodingOf(accepted = ''): keyof Packed['bodies'] {
  const taken = accepted
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => !/;\s*q=0(\.0*)?$/.test(entry))
    .map((entry) => entry.split(';')[0])
  return taken.includes('br') ? 'br' : taken.includes('gzip') ? 'gzip' : 'identity'
}

/** Sends a text that is written for one request, compressed quickly and off the event loop. */
export async function sendWritten(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const encoding = encodingOf(request.headers['accept-encoding'])
  if (encoding === 'identity') return reply.send(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4 }
  const body = encoding === 'br' ? promisify(brotliCompress)(text, { params }) : promisify(gzip)(text)
  return reply.header('content-encoding', encoding).send(await body)
}

/** Sends a packed text, or 304 to who has it. */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, bodies }: Packed,
  cacheControl = REFERENCE_READ.config.cacheControl,
): FastifyReply {
  const encoding = encodingOf(request.headers['accept-encoding'])
  const etag = `"${tag}-${encoding}"`
  const varied = reply.getHeader('vary')
  const vary = varied ? `${varied}, accept-encoding` : 'accept-encoding'
  reply.headers({ etag, 'cache-control': cacheControl, vary })
  if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bodies[encoding])
}

/**
 * Keeps the latest of a text that names the address of the service: without PUBLIC_URL that is the one that the client has used.
 * @param write writes the text for an address; one that fails is written again
 */
export function latestPacked(write: (publicUrl: string) => Promise<Packed>): (publicUrl: string) => Promise<Packed> {
  let latest: { publicUrl: string; text: Promise<Packed> } | undefined
  return (publicUrl) => {
    if (latest?.publicUrl === publicUrl) return latest.text
    const text = write(publicUrl)
    latest = { publicUrl, text }
    text.catch(() => {
      if (latest?.text === text) latest = undefined
    })
    return text
  }
}

/** The same for texts of several kinds; undefined is one of them. */
export function latestOf(write: (kind: string | undefined, publicUrl: string) => Promise<Packed>) {
  const latest = new Map<string | undefined, ReturnType<typeof latestPacked>>()
  return (kind: string | undefined, publicUrl: string): Promise<Packed> => {
    const one = latest.get(kind) ?? latestPacked((url) => write(kind, url))
    latest.set(kind, one)
    return one(publicUrl)
  }
}
