import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Grant } from '../../platform/http/scopes.ts'
import { networkOf } from '../../platform/lib/network.ts'
import { tooManyRequests } from '../auth/throttle.ts'

/** An address has this part of the limit of a publishable key; many visitors share such a key. */
const VISITORS = 10

/** Counts requests of a minute by a key. The result throws AppError 429 when there are more than `max`. */
export function limitPerMinute(app: FastifyInstance, max: number, keyGenerator: (request: FastifyRequest) => string) {
  const count = app.createRateLimit({ max: Math.ceil(max), timeWindow: '1 minute', keyGenerator })
  return async (request: FastifyRequest): Promise<void> => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooManyRequests(counted.ttlInSeconds)
  }
}

/**
 * Requests of a key in a minute, over all routes: a secret one as many as an address, which it still counts for as well; a
 * publishable one ten times as many, and a tenth from each address. Attempts with invalid keys are counted by address.
 */
export function keyLimits(app: FastifyInstance) {
  const { rateLimitPerMinute } = app.config
  const keyOf = ({ grant }: FastifyRequest): string => `key ${grant?.id}`
  const ofSecret = limitPerMinute(app, rateLimitPerMinute, keyOf)
  const ofPublishable = limitPerMinute(app, rateLimitPerMinute * VISITORS, keyOf)
  const ofVisitor = limitPerMinute(
    app,
    rateLimitPerMinute / VISITORS,
    (request) => `${keyOf(request)} of ${networkOf(request.ip)}`,
  )
  const guesses = app.createRateLimit({
    max: rateLimitPerMinute,
    timeWindow: '1 minute',
    keyGenerator: ({ ip }) => `guesses of ${networkOf(ip)}`,
  })

  return {
    /** @throws AppError 429 */
    async count(request: FastifyRequest, { kind }: Grant): Promise<void> {
      if (kind === 'secret') return ofSecret(request)
      await ofVisitor(request)
      await ofPublishable(request)
    },
    /** @throws AppError 429 before the database is asked. */
    async assertMayGuess(request: FastifyRequest): Promise<void> {
      const counted = await guesses(request, { increment: false })
      if (!counted.isAllowed && counted.remaining === 0) throw tooManyRequests(counted.ttlInSeconds)
    },
    async countGuess(request: FastifyRequest): Promise<void> {
      await guesses(request)
    },
  }
}
