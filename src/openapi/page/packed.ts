import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNamed, REFERENCE_READ } from '../../http/revalidation.ts'

/** A text as it is sent, in each encoding. */
export interface Packed {
  type: string
  tag: string
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer }
}

const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Compresses a text, off the event loop. */
export async function pack(text: string, type: string): Promise<Packed> {
  const identity = Buffer.from(text)
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, QUALITY), promisify(gzip)(identity)])
  return { type, tag: hash('sha1', text, 'base64url'), bodies: { br, gzip: gzipped, identity } }
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

/** Sends a packed text, or 304 to who has it. */
export function sendPacked(request: FastifyRequest, reply: FastifyReply, { type, tag, bodies }: Packed): FastifyReply {
  const encoding = encodingOf(request.headers['accept-encoding'])
  const etag = `"${tag}-${encoding}"`
  const varied = reply.getHeader('vary')
  const vary = varied ? `${varied}, accept-encoding` : 'accept-encoding'
  reply.headers({ etag, 'cache-control': REFERENCE_READ.cacheControl, vary })
  if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(bodies[encoding])
}
