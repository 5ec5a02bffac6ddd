import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queries } from '../db/queries.ts'
import type { KeyGrant } from '../http/scopes.ts'
import { unlessAway } from '../plugins/authentication.ts'
import { CORS } from '../plugins/security.ts'

const ALLOWED = 'access-control-allow-origin'

/** Lets the pages of a key's origins read the answer. It keeps nobody else from sending the request: the key is no secret. */
export function allowOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply, { origins }: KeyGrant): void {
  if (origin === undefined || !origins.includes(origin)) return
  reply.headers({ [ALLOWED]: origin, 'access-control-expose-headers': CORS.exposedHeaders.join(', ') })
}

/**
 * Answers a browser that asks whether a page may send a request with a key. It does not say with which one, so the origin of any
 * publishable key may; what it gets to see depends on the key that it sends.
 */
export async function answerPreflight(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': wanted } = request.headers
  const asksForKey = wanted
    ?.toLowerCase()
    .split(/\s*,\s*/)
    .includes('authorization')
  if (origin === undefined || method === undefined || !asksForKey) return
  const ask = () => queries.apiKeys.isOrigin(app.db, { origin })
  const { found } = (await unlessAway(app.db, request, ask)) ?? (await ask())
  if (!found) return
  reply.code(204).headers({
    [ALLOWED]: origin,
    'access-control-allow-methods': CORS.methods.join(', '),
    'access-control-allow-headers': wanted,
    'access-control-max-age': String(CORS.maxAge),
    'content-length': '0',
  })
  return reply.send()
}
