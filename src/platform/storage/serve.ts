import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../http/errors.ts'
import { isNamed } from '../http/revalidation.ts'
import type { ByteRange, FileFacts, Files } from './files.ts'

const TYPES: Record<string, string> = { '.webp': 'image/webp', '.pdf': 'application/pdf' }

/**
 * Answers GET and HEAD with a file: whole, one range of it, or 304. The content of a name never changes, so its name is its
 * ETag, on every node. `headers` go with the file, and with no refusal. @throws AppError 404, or 503 when files cannot be reached.
 */
export async function serveFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, name, headers }: { files: Files; name: string; headers: Record<string, string> },
): Promise<FastifyReply> {
  const etag = `"${path.basename(name)}"`
  const described = (facts: FileFacts) =>
    reply
      .header('etag', etag)
      .header('last-modified', facts.modified.toUTCString())
      .header('accept-ranges', 'bytes')
      .headers(headers)
      .type(TYPES[path.extname(name)] ?? 'application/octet-stream')
  const asked = typeof request.headers.range === 'string' ? request.headers.range : undefined
  const isConditional = request.headers['if-none-match'] ?? request.headers['if-modified-since']
  const isHead = request.method === 'HEAD'
  const known =
    isHead || asked !== undefined || isConditional !== undefined ? await found(files.facts(name)) : undefined

  if (known && isUnchanged(request, etag, known)) return described(known).code(304).send()
  if (known && isHead) return described(known).header('content-length', known.size).send()
  const wanted =
    known && asked !== undefined && mayBePart(request, etag, known) ? rangeOf(asked, known.size) : undefined
  if (known && wanted === 'outside') {
    return described(known)
      .code(416)
      .header('content-range', `bytes */${known.size}`)
      .header('cache-control', 'no-store')
      .send()
  }
  const range = wanted === 'outside' ? undefined : wanted
  const { facts, body } = await found(files.read(name, range))
  described(facts)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${facts.size}`)
  return reply.header('content-length', range ? range.end - range.start + 1 : facts.size).send(body)
}

async function found<T>(work: Promise<T | undefined>): Promise<T> {
  const file = await work
  if (file === undefined) throw new AppError('notFound')
  return file
}

function isUnchanged({ headers }: FastifyRequest, etag: string, facts: FileFacts): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined) return isNamed(etag, tags)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return Math.floor(facts.modified.getTime() / 1000) * 1000 <= since
}

/** True if the copy that the client wants to complete is of this file. */
function mayBePart({ headers }: FastifyRequest, etag: string, facts: FileFacts): boolean {
  const copy = headers['if-range']
  return copy === undefined || copy === etag || copy === facts.modified.toUTCString()
}

/** One range of bytes; undefined for anything else, which is answered with the whole file (RFC 9110, 14.2). Pure. */
export function rangeOf(header: string, size: number): ByteRange | 'outside' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.replaceAll(' ', '')) ?? []
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return start > end ? 'outside' : { start, end }
}
