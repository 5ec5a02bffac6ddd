import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BODY_BYTES } from '../http/bodies.ts'
import { AppError } from '../http/errors.ts'

/** How many large bodies a node has in memory at once: of one account or address, and in all. */
const MAX_OPEN = { each: 6, all: 24 }
const LARGE_BYTES = 100_000

/**
 * Bounds the memory of large bodies: each takes a place before it is read, until it is answered. Refuses others with 429 while the caller
 * has too many, and with 503 while all have.
 */
export const largeBodies = fp(async (app: FastifyInstance) => {
  const open = new Map<string, number>()
  let openInAll = 0

  function refusal(who: string): AppError | undefined {
    if ((open.get(who) ?? 0) >= MAX_OPEN.each)
      return new AppError('tooManyRequests', { headers: { 'retry-after': '1' } })
    return openInAll >= MAX_OPEN.all ? new AppError('unavailable', { headers: { 'retry-after': '5' } }) : undefined
  }

  // After all `onRequest` hooks, which say who calls, and before the body is read.
  app.addHook('preParsing', (request, reply, _payload, next) => {
    if (!mayBeLarge(request)) return next()
    const who = request.identity ? `user ${request.identity.userId}` : request.ip
    const refused = refusal(who)
    if (refused) return next(refused)
    open.set(who, (open.get(who) ?? 0) + 1)
    openInAll++
    reply.raw.once('close', () => {
      openInAll--
      const left = (open.get(who) ?? 1) - 1
      if (left > 0) open.set(who, left)
      else open.delete(who)
    })
    next()
  })
})

/** True if a body can be large by its declared size and by the limit of its route. A form has its own limits. */
function mayBeLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false
  if (!isForm && routeOptions.bodyLimit <= BODY_BYTES) return false
  const isChunked = headers['transfer-encoding'] !== undefined
  return isChunked || Number(headers['content-length'] ?? 0) >= LARGE_BYTES
}
