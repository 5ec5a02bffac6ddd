import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { assertOwn } from '../../accounts/api-keys/keys.ts'
import { countOrRefuse, DAY_SECONDS, MINUTE_SECONDS, tooManyRequests } from '../../accounts/auth/throttle.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { assertBelow, lockQuota } from '../../accounts/quotas/quotas.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { positionOf } from '../../platform/events/cursor.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { assertFreshSignIn, type Identity, isStaff } from '../../platform/http/identity.ts'
import type { IntegrationsContext } from '../context.ts'
import { idOf, testBody, testIdOf } from './body.ts'
import { outcomeOf } from './outcome.ts'
import { delivery, type EndpointChanges, endpoint, type newEndpoint, TEST } from './schemas.ts'
import { attempt } from './sender.ts'
import { newSecret, showSecret } from './signature.ts'

const TESTS_A_MINUTE = 10
/** Events that one replay sends at most. */
const MAX_REPLAYED = 10_000

type Row = Awaited<ReturnType<typeof queries.webhookEndpoints.list>>[number]
type DeliveryRow = Awaited<ReturnType<typeof queries.webhookEndpoints.listDeliveries>>[number]

/** Owner of a set of endpoints: an account, or the staff for all homes. */
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

function assertPublic(context: IntegrationsContext, url: string): void {
  if (context.outbound.webhooks.refuses(new URL(url))) throw invalid({ url: 'callbackUrl' })
}

const unique = (ids: string[] | null): string[] | null => ids && [...new Set(ids)]

/** Mails the account that its events go to an address, whatever its settings are: it may not have been the owner. */
const notifyOfChange = (
  context: IntegrationsContext,
  tx: Transaction,
  { userId: user_id }: Identity,
  { id, url }: { id: string; url: string },
  change: 'created' | 'url_changed' | 'secret_rotated',
): Promise<boolean> =>
  notify(context, tx, {
    user_id,
    content: { type: 'webhook_endpoint_changed', url, change },
    data: { endpoint_id: id },
    property_id: null,
    dedupe_key: `webhook:${id}:${change}:${randomUUID()}`,
    mail: 'always',
  })

/** @throws AppError 400 for an address inside or homes of others, 409 when there are too many. */
export async function createEndpoint(
  context: IntegrationsContext,
  identity: Identity,
  wanted: z.output<typeof newEndpoint>,
) {
  assertPublic(context, wanted.url)
  const owner_id = ownerOf(identity)
  return transaction(context.db, async (tx) => {
    await lockQuota(tx, identity.userId)
    assertBelow(
      context.config.quotas.webhookEndpointsPerAccount,
      await queries.webhookEndpoints.count(tx, { owner_id }),
    )
    const { url, types = null, description = null, include_guest } = wanted
    const property_ids = unique(wanted.property_ids ?? null)
    await assertOwn(tx, identity, property_ids)
    const { id } = await queries.webhookEndpoints.newId(tx, {})
    const secret = await newSecret(tx, context.config, id)
    const made = {
      id,
      owner_id,
      created_by: identity.userId,
      url,
      types,
      description,
      property_ids,
      include_guest,
      secret,
    }
    await queries.webhookEndpoints.insert(tx, made)
    await notifyOfChange(context, tx, identity, { id, url }, 'created')
    return { ...(await findEndpoint(tx, identity, id)), secret: showSecret(context.config, id, secret) }
  })
}

/** @throws AppError 400, 403 for another address long after a sign-in, 404. */
export async function changeEndpoint(
  context: IntegrationsContext,
  identity: Identity,
  id: string,
  changes: EndpointChanges,
) {
  if (changes.url !== undefined) assertPublic(context, changes.url)
  return transaction(context.db, async (tx) => {
    const current = await queries.webhookEndpoints.lock(tx, { id, owner_id: ownerOf(identity) })
    if (!current) throw new AppError('notFound')
    const { enabled, ...given } = changes
    if (given.property_ids !== undefined) {
      given.property_ids = unique(given.property_ids)
      await assertOwn(tx, identity, given.property_ids)
    }
    const isElsewhere = given.url !== undefined && given.url !== current.url
    if (isElsewhere) assertFreshSignIn(identity)
    const disabled_because = enabled === undefined ? current.disabled_because : enabled ? null : 'paused'
    await queries.webhookEndpoints.update(tx, { ...current, ...given, id, disabled_because })
    if (isElsewhere) await notifyOfChange(context, tx, identity, { id, url: given.url ?? current.url }, 'url_changed')
    if (enabled === false) await queries.webhookEndpoints.endWaiting(tx, { id })
    return findEndpoint(tx, identity, id)
  })
}

/** Gives an endpoint another secret. @throws AppError 404. */
export async function rotateSecret(context: IntegrationsContext, identity: Identity, id: string) {
  return transaction(context.db, async (tx) => {
    const current = await queries.webhookEndpoints.lock(tx, { id, owner_id: ownerOf(identity) })
    if (!current) throw new AppError('notFound')
    const secret = await newSecret(tx, context.config, id)
    await queries.webhookEndpoints.rotate(tx, { id, secret })
    await notifyOfChange(context, tx, identity, current, 'secret_rotated')
    return { ...(await findEndpoint(tx, identity, id)), secret: showSecret(context.config, id, secret) }
  })
}

/** A test waits for its answer at most as long as a delivery does. */
const TEST_SECONDS = 10

/**
 * Sends an endpoint a test event, also one that is disabled, and returns the outcome.
 * @throws AppError 404, 429 while another test of the endpoint runs and after ten of an account in a minute.
 */
export async function testEndpoint(context: IntegrationsContext, identity: Identity, id: string) {
  await findEndpoint(context.db, identity, id)
  const key = `endpoint tests of ${identity.userId}`
  await countOrRefuse(context.db, { key, limit: TESTS_A_MINUTE, seconds: MINUTE_SECONDS })
  const made = await transaction(context.db, async (tx) => {
    const endpoint = { id, owner_id: ownerOf(identity) }
    if (!(await queries.webhookEndpoints.lock(tx, endpoint))) throw new AppError('notFound')
    return queries.webhookEndpoints.insertTest(tx, endpoint)
  })
  if (!made) throw tooManyRequests(TEST_SECONDS)
  const body = testBody(new Date().toISOString())
  const { answered, duration_ms } = await attempt(context, { ...made, endpoint_id: id }, testIdOf(made.id), body)
  const outcome = outcomeOf(answered, Number.POSITIVE_INFINITY, 0)
  await queries.webhookEndpoints.settle(context.db, { outcomes: [{ id: made.id, duration_ms, ...outcome }] })
  const [row] = await queries.webhookEndpoints.listDeliveries(context.db, {
    endpoint_id: id,
    before: made.id + 1,
    limit: 1,
  })
  if (!row) throw new AppError('notFound')
  return showDelivery(row)
}

/** Locks an endpoint that is sent something again. @throws AppError 404, 409 while it is disabled. */
async function lockEnabled(tx: Transaction, identity: Identity, id: string): Promise<void> {
  const current = await queries.webhookEndpoints.lock(tx, { id, owner_id: ownerOf(identity) })
  if (!current) throw new AppError('notFound')
  if (current.disabled_because !== null) throw new AppError('endpointDisabled')
}

/** Sends a delivery that has ended once more. @throws AppError 404, also while its event waits already, 409 while the endpoint is disabled. */
export const sendAgain = (
  context: IntegrationsContext,
  identity: Identity,
  endpoint_id: string,
  id: number,
): Promise<void> =>
  transaction(context.db, async (tx) => {
    await lockEnabled(tx, identity, endpoint_id)
    if (!(await queries.webhookEndpoints.sendAgain(tx, { id, endpoint_id }))) throw new AppError('notFound')
  })

/**
 * Sends events of the feed to an endpoint once more, ten thousand at most, and only those that do not wait already.
 * @throws AppError 400 for what is no cursor, 404, 409 while the endpoint is disabled, 410 for a cursor that is lost, 429 after five in a day.
 */
export async function replay(
  context: IntegrationsContext,
  identity: Identity,
  endpoint_id: string,
  { after, until }: { after: string; until?: string | undefined },
) {
  const feed = await queries.events.findFeed(context.db, {})
  const range = { after: positionOf(after, feed, 'after'), until: positionOf(until ?? 'latest', feed, 'until') }
  const { webhookReplaysPerDay, webhookDeliveriesWaiting: max_waiting } = context.config.quotas
  return transaction(context.db, async (tx) => {
    await lockEnabled(tx, identity, endpoint_id)
    const key = `replays to ${endpoint_id}`
    await countOrRefuse(tx, { key, limit: webhookReplaysPerDay, seconds: DAY_SECONDS })
    return queries.webhookEndpoints.replay(tx, { endpoint_id, ...range, limit: MAX_REPLAYED, max_waiting })
  })
}
