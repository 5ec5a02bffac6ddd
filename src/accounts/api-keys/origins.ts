import type { FastifyReply, FastifyRequest } from 'fastify'
import { queries } from '../../platform/db/queries.ts'
import type { Grant } from '../../platform/http/scopes.ts'
import { originOf } from '../../platform/lib/environment.ts'
import { CORS } from '../../platform/plugins/security.ts'
import { unlessAway } from '../../platform/plugins/unidentified.ts'
import type { AccountsContext } from '../context.ts'

const ALLOWED = 'access-control-allow-origin'

/** Lets the pages of a key's origins read the answer. It keeps nobody else from sending the request: the key is no secret. */
export function allowOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply, { origins }: Grant): void {
  if (origin === undefined || !origins.includes(originOf(origin))) return
  allow(reply, origin)
}

/** Without `access-control-allow-credentials`: pages send tokens, and never cookies. */
const allow = (reply: FastifyReply, origin: string) =>
  reply.headers({
    [ALLOWED]: origin,
    'access-control-expose-headers': CORS.exposedHeaders.join(', '),
  })

async function isKeyOrigin(context: AccountsContext, request: FastifyRequest, origin: string): Promise<boolean> {
  const ask = () =>
    queries.apiKeys.isOrigin(context.db, { origin: originOf(origin), owner_id: undefined, property_id: undefined })
  return ((await unlessAway(context.db, request, ask)) ?? (await ask())).found
}

/** Lets pages of the origins of keys read answers that guests need there: sign-in, hold, verification of a payment, texts. */
export async function allowPage(
  context: AccountsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  origin: string,
): Promise<void> {
  if (!reply.hasHeader(ALLOWED) && (await isKeyOrigin(context, request, origin))) allow(reply, origin)
}

/**
 * Answers a browser that asks whether a page may send a request. The question does not name the key, so pages of every key's origins may;
 * what they get to see depends on the route and on the key that they send.
 */
export async function answerPreflight(context: AccountsContext, request: FastifyRequest, reply: FastifyReply) {
  const { origin, 'access-control-request-method': method, 'access-control-request-headers': wanted } = request.headers
  if (origin === undefined || method === undefined || reply.hasHeader(ALLOWED)) return
  if (!(await isKeyOrigin(context, request, origin))) return
  reply.code(204).headers({
    [ALLOWED]: origin,
    'access-control-allow-methods': CORS.methods.join(', '),
    'access-control-allow-headers': wanted ?? '',
    'access-control-max-age': String(CORS.maxAge),
    'content-length': '0',
  })
  return reply.send()
}
