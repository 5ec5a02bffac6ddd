import type { z } from 'zod'
import { assertBelow, countOfDay, lockQuota } from '../../accounts/quotas/quotas.ts'
import { lockManaged } from '../../homes/properties/write.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import type { ChannelsContext } from '../context.ts'
import { checkMapping, holdMapping, type Mapping } from './mapping.ts'
import { deleteRemoteWebhook, requestRegistration } from './registration.ts'
import {
  type SubscriptionChanges,
  storedEntries,
  type subscriptionSchema,
  type subscriptionWithSecret,
} from './schemas.ts'
import { secretOf } from './secrets.ts'

const MAX_OF_HOME = 10

/** Fields that the webhook at the channel manager has as well. */
const REGISTERED: ReadonlySet<string> = new Set([
  ...['callback_url', 'event_mask', 'headers', 'request_params', 'send_data', 'is_active', 'remote_property_id'],
])

/** Fields that decide which bookings of the channel manager are those of the home. */
type Place = Partial<Pick<Mapping, 'remote_property_id' | 'room_type_id'>> & Pick<SubscriptionChanges, 'is_active'>

type Row = Awaited<ReturnType<typeof queries.channelManager.list>>[number]

/** The address of our own inbox, the callback of a subscription that names none. */
export const inboxUrl = (context: ChannelsContext): string => context.addressOf('receiveChannelEvent')

const hide = (stored: unknown) =>
  Object.fromEntries(Object.keys(storedEntries.parse(stored)).map((name) => [name, '***']))

/** A subscription as it is shown: without the values of its headers and parameters. */
export const show = ({ total: _, ...row }: Row): z.infer<typeof subscriptionSchema> => ({
  ...row,
  headers: hide(row.headers),
  request_params: hide(row.request_params),
})

async function findShown(db: Queryable, property_id: string, webhook_id: string) {
  const rows = await listOfHome(db, property_id)
  const row = rows.find(({ id }) => id === webhook_id)
  if (!row) throw new AppError('notFound')
  return show(row)
}

/** The subscriptions of a home; the caller has checked who asks. */
export const listOfHome = (db: Queryable, property_id: string) =>
  queries.channelManager.list(db, {
    user_id: 0,
    is_staff: true,
    property_id,
    is_active: undefined,
    limit: MAX_OF_HOME,
    offset: 0,
  })

/**
 * A job tells the channel manager; the subscription shows the outcome.
 * @throws AppError 400 callback to a private address, 403 not the owner, 404 also for a mapping to what is not assigned to the account,
 * 409 too many, a room that is mapped already, or a property of another account.
 */
export async function createSubscription(
  context: ChannelsContext,
  identity: Identity,
  property_id: string,
  changes: SubscriptionChanges,
): Promise<z.infer<typeof subscriptionWithSecret>> {
  assertAllowed(context, changes)
  const checked = await checkMapping(context, identity, { property_id }, changes)
  return writing(context, async (tx) => {
    const { owner_id } = await lockManaged(context, tx, identity, property_id)
    await holdMapping(tx, owner_id, changes, checked)
    const { count } = await queries.channelManager.countOfHome(tx, { property_id })
    if (count >= MAX_OF_HOME) throw new AppError('tooManySubscriptions')
    await lockQuota(tx, owner_id)
    const { subscriptionsPerAccount } = context.config.quotas
    assertBelow(subscriptionsPerAccount, await queries.channelManager.countOfOwner(tx, { owner_id }))
    await countOfDay(tx, 'subscriptions', owner_id, { limit: subscriptionsPerAccount })
    const created = await queries.channelManager.insert(tx, {
      provider: 'channex',
      callback_url: inboxUrl(context),
      event_mask: '*',
      headers: {},
      request_params: {},
      send_data: true,
      is_active: true,
      remote_property_id: null,
      room_type_id: null,
      rate_plan_id: null,
      ...changes,
      property_id,
    })
    await requestRegistration(context, tx, created.id)
    await requestBookings(context, tx, created.id, changes)
    return { ...(await findShown(tx, property_id, created.id)), secret: secretOf(context.config, created) }
  })
}

/** Changes what is given. @throws as createSubscription does. */
export async function updateSubscription(
  context: ChannelsContext,
  identity: Identity,
  { webhook_id, property_id }: { webhook_id: string; property_id: string },
  { rotate_secret: rotate = false, ...changes }: SubscriptionChanges & { rotate_secret?: boolean | undefined },
): Promise<z.infer<typeof subscriptionWithSecret>> {
  assertAllowed(context, changes)
  const checked = await checkMapping(context, identity, { webhook_id, property_id }, changes)
  return writing(context, async (tx) => {
    const { owner_id } = await lockManaged(context, tx, identity, property_id)
    const current = await queries.channelManager.lock(tx, { webhook_id, property_id })
    if (!current) throw new AppError('notFound')
    await holdMapping(tx, owner_id, { ...current, ...changes }, checked)
    const { secret_version } = await queries.channelManager.update(tx, { ...current, ...changes, webhook_id, rotate })
    if (rotate || Object.keys(changes).some((field) => REGISTERED.has(field)))
      await requestRegistration(context, tx, webhook_id)
    await requestBookings(context, tx, webhook_id, { ...current, ...changes }, current)
    const shown = await findShown(tx, property_id, webhook_id)
    return rotate ? { ...shown, secret: secretOf(context.config, { id: webhook_id, secret_version }) } : shown
  })
}

/** Requests the bookings that channels have sold of a home already, when it is mapped, mapped otherwise, or active again. */
async function requestBookings(
  context: ChannelsContext,
  tx: Transaction,
  webhook_id: string,
  { is_active = true, remote_property_id = null, room_type_id = null }: Place,
  before?: Place,
): Promise<void> {
  if (!is_active || remote_property_id === null) return
  const isKnown =
    before?.is_active && before.remote_property_id === remote_property_id && before.room_type_id === room_type_id
  if (!isKnown) await context.requestBookings(tx, { webhook_id, remote_property_id })
}

/** Deletes a subscription, and by a job its webhook at the channel manager. @throws AppError 404. */
export async function deleteSubscription(
  context: ChannelsContext,
  identity: Identity,
  webhook_id: string,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const who = { user_id: identity.userId, is_staff: isStaff(identity) }
    const deleted = await queries.channelManager.delete(tx, { webhook_id, ...who })
    if (!deleted) throw new AppError('notFound')
    const { remote_webhook_id } = deleted
    if (remote_webhook_id !== null) await context.jobs.enqueue(tx, deleteRemoteWebhook, { remote_webhook_id })
  })
}

function assertAllowed(context: ChannelsContext, { callback_url }: SubscriptionChanges): void {
  if (
    callback_url !== undefined &&
    callback_url !== inboxUrl(context) &&
    context.outbound.callbacks.refuses(new URL(callback_url))
  )
    throw invalid({ callback_url: 'callbackUrl' })
}

async function writing<T>(context: ChannelsContext, work: Parameters<typeof transaction<T>>[1]): Promise<T> {
  try {
    return await transaction(context.db, work)
  } catch (error) {
    const { code, constraint } = databaseError(error) ?? {}
    if (constraint === 'channel_properties_pkey') throw new AppError('propertyAssigned')
    if (code === '23505') throw new AppError('mappingTaken')
    if (code === '23514') throw invalid({ remote_property_id: 'required' })
    throw error
  }
}
