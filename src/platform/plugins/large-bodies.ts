import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { BODY_BYTES } from '../http/bodies.ts'
import { AppError } from '../http/errors.ts'
import { networkOf } from '../lib/network.ts'
import { refuseBody } from './connections.ts'

/** Large bodies in memory at once: of one account or network, and of all senders of a kind. */
const MAX_OPEN = { each: 6, all: 16 }
const LARGE_BYTES = 100_000
/** A body that arrives more slowly gives up its place. */
const SLOWEST = { seconds: 5, bytes: 5 * 16_000 }

/** Kinds of senders of large bodies, each with places of its own. */
type Sender = 'account' | 'stranger' | 'provider'

/**
 * Bounds the memory of large bodies: each takes a place before it is read, until it is answered. Refuses others with 429 while the caller
 * has too many, with 503 while all have, and a body that hardly arrives with 408.
 */
export const largeBodies = fp(async (app: FastifyInstance) => {
  const open = new Map<string, number>()
  const count = (key: string, change: 1 | -1) => {
    const left = (open.get(key) ?? 0) + change
    if (left > 0) open.set(key, left)
    else open.delete(key)
  }

  // After all `onRequest` hooks, which say who calls, and before the body is read.
  app.addHook('preParsing', (request, reply, _payload, next) => {
    if (!mayBeLarge(request)) return next()
    const { identity, ip, raw } = request
    const who = identity ? `user ${identity.userId}` : networkOf(ip)
    const sender = senderOf(request)
    if ((open.get(who) ?? 0) >= MAX_OPEN.each)
      return next(new AppError('tooManyRequests', { headers: { 'retry-after': '1' } }))
    if ((open.get(sender) ?? 0) >= MAX_OPEN.all)
      return next(new AppError('unavailable', { headers: { 'retry-after': '5' } }))
    for (const key of [who, sender]) count(key, 1)
    const watch = refuseSlow(raw)
    reply.raw.once('close', () => {
      clearInterval(watch)
      for (const key of [who, sender]) count(key, -1)
    })
    next()
  })
})

/** Ends a body of which too little has arrived since the last look. */
function refuseSlow(request: IncomingMessage): NodeJS.Timeout {
  let before = request.socket.bytesRead
  return setInterval(() => {
    const { bytesRead } = request.socket
    if (bytesRead - before < SLOWEST.bytes) refuseBody(request, new AppError('requestTimeout'))
    before = bytesRead
  }, SLOWEST.seconds * 1_000).unref()
}

const senderOf = ({ identity, routeOptions }: FastifyRequest): Sender =>
  identity ? 'account' : routeOptions.config.rateLimit === false ? 'provider' : 'stranger'

/** True if a body can be large by its declared size and by the limit of its route. A form has its own limits. */
function mayBeLarge({ headers, routeOptions }: FastifyRequest): boolean {
  const isForm = headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false
  if (!isForm && routeOptions.bodyLimit <= BODY_BYTES) return false
  const isChunked = headers['transfer-encoding'] !== undefined
  return isChunked || Number(headers['content-length'] ?? 0) >= LARGE_BYTES
}
