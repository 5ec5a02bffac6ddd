import { createHash, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { API_PREFIX } from '../http/envelope.ts'
import { AppError, invalid } from '../http/errors.ts'
import { identityOf } from '../http/identity.ts'
import { RequestContext, runForRequest, runInBackground, workContext } from '../lib/work-context.ts'
import { Unsettled } from './unsettled.ts'

const MAX_KEY_LENGTH = 255

interface Claim {
  user_id: number
  scope: string
  key: string
  /** Id of this request: a later one with the same key has another. */
  claim: string
}

/** The keys of the requests that are being answered, by their clients. */
const claims = new WeakMap<RequestContext, Claim>()

const claimOf = (request: RequestContext | null | undefined): Claim | undefined =>
  request ? claims.get(request) : undefined

/**
 * A claim is committed before the work of its request. Where it is gone, the database has gone on without it (a failover that lost
 * commits, a backup), and without the work, which a repetition with the same key does again.
 */
const claimGone = () => new AppError('unavailable', { headers: { 'retry-after': '1' } })

/**
 * Says, in the transaction that does the work of a request, that it is done: should the answer be lost with the commit's, a
 * repetition with the same Idempotency-Key is 409 and does not do it again. For work that could not find by itself what
 * it has done before.
 * @throws AppError 503 unavailable when the claim is gone.
 */
export async function markCarriedOut(tx: Transaction): Promise<void> {
  const claim = claimOf(workContext().request)
  if (claim && !(await queries.idempotency.markCarriedOut(tx, claim))) throw claimGone()
}

/**
 * `merged(app.idempotent, …)` as the options of a route honours Idempotency-Key: the same key and body give the first answer
 * again, the same key with another body is 409 (docs/design/api.md, "Conventions"). Answers of 429 and 5xx are not
 * stored, so the client can retry with the same key; when the database is away, as soon as it is back. A claim without an
 * answer, because its process died, is void after a minute. When the work was marked as carried out, and its answer is lost,
 * the key stays used.
 */
export const idempotency = fp(async (app: FastifyInstance) => {
  const unsettled = new Unsettled()
  app.addHook('onClose', () => unsettled.stop())

  async function claimKey(request: FastifyRequest, reply: FastifyReply) {
    const key = request.headers['idempotency-key']
    if (key === undefined) return
    if (typeof key !== 'string' || key.length === 0 || key.length > MAX_KEY_LENGTH)
      throw invalid({ 'Idempotency-Key': 'invalidId' })
    const claim = { user_id: identityOf(request).userId, scope: scopeOf(request), key, claim: randomUUID() }
    const request_hash = createHash('sha256')
      .update(JSON.stringify([request.params, request.query, comparableBody(request.body)]))
      .digest()
    const claimed = await queries.idempotency.claim(app.db, { ...claim, request_hash }).catch((error: unknown) => {
      // The key may be claimed all the same: only the answer that says so has not arrived.
      unsettled.add(() => release(claim))
      throw error
    })
    if (claimed) {
      if (request.requestContext) claims.set(request.requestContext, claim)
      return
    }
    const first = await queries.idempotency.find(app.db, claim)
    if (first && !request_hash.equals(first.request_hash)) throw new AppError('idempotencyMismatch')
    if (first?.is_lost) throw new AppError('idempotencyAnswerLost')
    if (!first || first.status === null)
      throw new AppError('idempotencyInProgress', { headers: { 'retry-after': '1' } })
    reply.code(first.status).header('idempotency-replayed', 'true').type('application/json; charset=utf-8')
    return reply.serializer((body: unknown) => String(body)).send(first.body)
  }

  async function keepAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const claim = claimOf(request.requestContext)
    if (!claim) return payload
    const status = reply.statusCode
    // A client that is gone comes back with its key, and must find the way free, or the answer, which is kept with more
    // patience than a request has. What was done is done, and is answered even if the answer cannot be kept.
    const isRefused = status >= 500 || status === 429
    const settle = isRefused ? () => release(claim) : () => keep(claim, { status, body: String(payload) })
    const settling = isRefused
      ? runForRequest(new RequestContext(() => false, `user ${claim.user_id}`), settle, request.id)
      : runInBackground(settle)
    const isGone = await settling.catch((error: unknown) => {
      request.log.error({ err: error }, 'response of an Idempotency-Key not stored yet')
      unsettled.add(settle)
      return false
    })
    // A refusal did nothing, so it is answered even if it cannot be kept. An error thrown here would replace it, without our envelope.
    if (isGone && status < 400) throw claimGone()
    return payload
  }

  /** Returns whether the claim is gone, and nothing could be kept. */
  async function keep(claim: Claim, answer: { status: number; body: string }): Promise<boolean> {
    return (await queries.idempotency.updateAnswer(app.db, { ...claim, ...answer })) === undefined
  }

  async function release(claim: Claim): Promise<false> {
    await queries.idempotency.deleteClaim(app.db, claim)
    await queries.idempotency.loseAnswer(app.db, claim)
    return false
  }

  app.decorate('idempotent', { preHandler: claimKey, onSend: keepAnswer })
})

/** A body with the hash of each file in place of its bytes, which as JSON would be four times as long. */
function comparableBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [
      field,
      value instanceof Uint8Array ? { sha256: createHash('sha256').update(value).digest('hex') } : value,
    ]),
  )
}

/** The scope of a key: the route, with or without the version prefix, and the key or team member, who may see less than the account. */
const scopeOf = ({ method, routeOptions: { url = '' }, grant }: FastifyRequest): string =>
  `${method} ${url.startsWith(API_PREFIX) ? url.slice(API_PREFIX.length) : url}${grant ? ` by ${grant.id}` : ''}`

declare module 'fastify' {
  interface FastifyInstance {
    idempotent: {
      preHandler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
      onSend(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown>
    }
  }
}
