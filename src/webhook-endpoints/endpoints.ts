import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { type Queryable, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { positionOf } from '../events/cursor.ts'
import { AppError, invalid } from '../http/errors.ts'
import { type Identity, isStaff } from '../plugins/authentication.ts'
import { assertBelow, lockQuota } from '../quotas/quotas.ts'
import { idOf, testBody, testIdOf } from './body.ts'
import { outcomeOf } from './outcome.ts'
import { delivery, type EndpointChanges, endpoint, type newEndpoint, TEST } from './schemas.ts'
import { attempt } from './sender.ts'
import { newSecret, showSecret } from './signature.ts'

/** Events that one replay sends at most. */
const MAX_REPLAYED = 10_000

type Row = Awaited<ReturnType<typeof queries.webhookEndpoints.list>>[number]
type DeliveryRow = Awaited<ReturnType<typeof queries.webhookEndpoints.listDeliveries>>[number]

/** Whose endpoints somebody has: their own, or as one of the staff those for all homes. */
export const ownerOf = (identity: Identity): number | null => (isStaff(identity) ? null : identity.userId)

export const showEndpoint = ({ total: _, disabled_because, types, ...row }: Row): z.input<typeof endpoint> => ({
  ...row,
  types: types ?? ['*'],
  enabled: row.disabled_at === null,
  disabled_because: endpoint.shape.disabled_because.parse(disabled_because),
})

export const showDelivery = ({ event_id, type, status, due_at, ...row }: DeliveryRow): z.input<typeof delivery> => ({
  ...row,
  status,
  event_key: event_id === null ? testIdOf(row.id) : idOf(event_id),
  type: delivery.shape.type.parse(type ?? TEST),
  due_at: status === 'waiting' ? due_at : null,
})

/** @throws AppError 404 also for those of others. */
export async function findEndpoint(db: Queryable, identity: Identity, id: string) {
  const [row] = await queries.webhookEndpoints.list(db, { owner_id: ownerOf(identity), id, limit: 1, offset: 0 })
  if (!row) throw new AppError('notFound')
  return showEndpoint(row)
}

function assertPublic(app: FastifyInstance, url: string): void {
  if (app.outbound.webhooks.refuses(new URL(url))) throw invalid({ url: 'callbackUrl' })
}

/** @throws AppError 400 for an address inside, 409 when there are too many. */
export async function createEndpoint(app: FastifyInstance, identity: Identity, wanted: z.output<typeof newEndpoint>) {
  assertPublic(app, wanted.url)
  const secret = newSecret(app.config)
  const owner_id = ownerOf(identity)
  return transaction(app.db, async (tx) => {
    await lockQuota(tx, identity.userId)
    assertBelow(app.config.quotas.webhookEndpointsPerAccount, await queries.webhookEndpoints.count(tx, { owner_id }))
    const { url, types = null, description = null } = wanted
    const made = { owner_id, created_by: identity.userId, url, types, description, secret }
    const { id } = await queries.webhookEndpoints.insert(tx, made)
    return { ...(await findEndpoint(tx, identity, id)), secret: showSecret(app.config, secret) }
  })
}

/** @throws AppError 400, 404. */
export async function changeEndpoint(app: FastifyInstance, identity: Identity, id: string, changes: EndpointChanges) {
  if (changes.url !== undefined) assertPublic(app, changes.url)
  return transaction(app.db, async (tx) => {
    const current = await queries.webhookEndpoints.lock(tx, { id, owner_id: ownerOf(identity) })
    if (!current) throw new AppError('notFound')
    const { enabled, ...given } = changes
    const disabled_because = enabled === undefined ? current.disabled_because : enabled ? null : 'paused'
    await queries.webhookEndpoints.update(tx, { ...current, ...given, id, disabled_because })
    if (enabled === false) await queries.webhookEndpoints.endWaiting(tx, { id })
    return findEndpoint(tx, identity, id)
  })
}

/** Gives an endpoint another secret. @throws AppError 404. */
export async function rotateSecret(app: FastifyInstance, identity: Identity, id: string) {
  const secret = newSecret(app.config)
  return transaction(app.db, async (tx) => {
    if (!(await queries.webhookEndpoints.lock(tx, { id, owner_id: ownerOf(identity) }))) throw new AppError('notFound')
    await queries.webhookEndpoints.rotate(tx, { id, secret })
    return { ...(await findEndpoint(tx, identity, id)), secret: showSecret(app.config, secret) }
  })
}

/** Sends an endpoint an event that means nothing, also to one that is disabled, and returns what became of it. @throws AppError 404. */
export async function testEndpoint(app: FastifyInstance, identity: Identity, id: string) {
  const made = await queries.webhookEndpoints.insertTest(app.db, { id, owner_id: ownerOf(identity) })
  if (!made) throw new AppError('notFound')
  const body = testBody(new Date().toISOString())
  const { answered, duration_ms } = await attempt(app, { ...made, previous_secret: null }, testIdOf(made.id), body)
  const outcome = outcomeOf(answered, Number.POSITIVE_INFINITY, 0)
  await queries.webhookEndpoints.settle(app.db, { outcomes: [{ id: made.id, duration_ms, ...outcome }] })
  const [row] = await queries.webhookEndpoints.listDeliveries(app.db, {
    endpoint_id: id,
    before: made.id + 1,
    limit: 1,
  })
  if (!row) throw new AppError('notFound')
  return showDelivery(row)
}

/**
 * Has events of the feed sent to an endpoint once more, at most ten thousand.
 * @throws AppError 400 for what is no cursor, 404, 410 for a cursor that is lost.
 */
export async function replay(
  app: FastifyInstance,
  endpoint_id: string,
  { after, until }: { after: string; until?: string | undefined },
) {
  const feed = await queries.events.findFeed(app.db, {})
  const range = { after: positionOf(after, feed, 'after'), until: positionOf(until ?? 'latest', feed, 'until') }
  return queries.webhookEndpoints.replay(app.db, { endpoint_id, ...range, limit: MAX_REPLAYED })
}
