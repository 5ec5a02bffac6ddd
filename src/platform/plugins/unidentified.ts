import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Queryable } from '../db/client.ts'
import { isAway } from '../db/errors.ts'
import { withDeadline } from '../db/semaphore.ts'

/** Time-out of the primary that is asked who asks for what replicas can answer everybody. */
const IDENTITY_MS = 3_000

/**
 * Identity of the sender of a public request, from the primary. undefined: it is away or hangs, and there are replicas, which
 * then answer the request with what everybody may see (docs/high-availability.md, "Replicas").
 */
export async function unlessAway<T>(
  db: Queryable,
  request: FastifyRequest,
  find: () => Promise<T>,
): Promise<T | undefined> {
  if (db.pool?.replicas === undefined) return find()
  try {
    return await withDeadline(IDENTITY_MS, find)
  } catch (error) {
    if (!isAway(error)) throw error
    if (request.requestContext) request.requestContext.freshness = 'any'
    return undefined
  }
}

const DEGRADED = 'x-sejour-degraded'

/** Marks an answer whose caller could not be identified. */
export const answerAsNobody = (reply: FastifyReply) => reply.header(DEGRADED, 'identity')

/** True if a request is answered as nobody's, because its caller could not be identified. */
export const isNobodys = (reply: FastifyReply): boolean => reply.hasHeader(DEGRADED)
