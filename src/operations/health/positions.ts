import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { SAFE_METHODS } from '../../platform/http/methods.ts'
import { ANY_SCOPE } from '../../platform/http/scopes.ts'
import { positionOf } from '../../platform/lib/position.ts'
import { isNobodys } from '../../platform/plugins/unidentified.ts'

/** Position that a client sends back to read its own writes, on any replica. */
const POSITION_HEADER = 'x-sejour-position'
/** In place of a position: a client with this one forgets its own, and reads the primary. */
const UNKNOWN = '-'

/**
 * Says how old the answer to a request may be, and answers a position after each write of somebody with a token (docs/high-availability.md,
 * "Replicas"). Nothing of this happens where there are no replicas. It comes after the keys: the owner of a key does not depend on how old the
 * answer may be.
 */
export const positions = fp(
  async (app: FastifyInstance) => {
    if (app.db.pool.replicas === undefined) return

    app.addHook('onRequest', (request, reply, next) => {
      const { requestContext, headers, method, routeOptions } = request
      if (requestContext) {
        const position = SAFE_METHODS.has(method) ? positionOf(String(headers[POSITION_HEADER] ?? '')) : undefined
        const isForAll = headers.authorization === undefined || routeOptions.config.scope === ANY_SCOPE
        requestContext.freshness = isForAll || isNobodys(reply) ? 'any' : (position ?? 'latest')
      }
      next()
    })

    app.addHook('onSend', async (request, reply, payload) => {
      const isWrite = request.headers.authorization !== undefined && !SAFE_METHODS.has(request.method)
      if (!isWrite || reply.statusCode >= 500) return payload
      const found = await queries.health.findPosition(app.db, {}).catch(() => undefined)
      reply.header(POSITION_HEADER, found?.position ?? UNKNOWN)
      return payload
    })
  },
  { name: 'positions', decorators: { fastify: ['authenticateKey'] } },
)
