import { isDeepStrictEqual } from 'node:util'
import { countOrRefuse } from '../../accounts/auth/throttle.ts'
import { lockManaged } from '../../homes/properties/write.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import type { Job } from '../../platform/jobs/job.ts'
import type { ChannelsContext } from '../context.ts'
import { type ChannelManager, ChannelManagerError } from './client.ts'
import type { SubscriptionChanges } from './schemas.ts'

/** Limit of look-ups of ids at the channel manager by one account, with the key of the installation. */
const LOOKUPS = { limit: 120, seconds: 3_600 }

/** The home, room and rate at the channel manager. */
export interface Mapping {
  remote_property_id: string | null
  room_type_id: string | null
  rate_plan_id: string | null
}

/** The mapping of a subscription after a change. Pure. */
const mappingOf = ({
  remote_property_id = null,
  room_type_id = null,
  rate_plan_id = null,
}: Partial<Mapping>): Mapping => ({
  remote_property_id,
  room_type_id,
  rate_plan_id,
})

/**
 * Checks the mapping that somebody other than the staff asks for, before the transaction that writes it: the channel manager is called
 * without one. undefined: nothing is to be checked.
 * @throws AppError 403, 404 a property that is not assigned to the account, a room or rate that is not of this property, 429, 503.
 */
export async function checkMapping(
  context: ChannelsContext,
  identity: Identity,
  { property_id, webhook_id }: { property_id: string; webhook_id?: string },
  changes: SubscriptionChanges,
): Promise<Mapping | undefined> {
  const isMapping = [changes.remote_property_id, changes.room_type_id, changes.rate_plan_id].some(
    (id) => id !== undefined,
  )
  if (!isMapping || isStaff(identity)) return undefined
  const { owner_id, wanted } = await transaction(context.db, async (tx) => {
    const home = await lockManaged(context, tx, identity, property_id)
    const current = webhook_id === undefined ? {} : await queries.channelManager.lock(tx, { webhook_id, property_id })
    if (!current) throw new AppError('notFound')
    const merged = mappingOf({ ...current, ...changes })
    await holdProperty(tx, home.owner_id, merged)
    return { owner_id: home.owner_id, wanted: merged }
  })
  if (wanted.remote_property_id !== null && (wanted.room_type_id ?? wanted.rate_plan_id) !== null) {
    await countOrRefuse(context.db, { key: `channel mappings ${owner_id}`, ...LOOKUPS })
    await checkRooms(context.channelManager, { ...wanted, remote_property_id: wanted.remote_property_id })
  }
  return wanted
}

/** Checks under the locks of the transaction that writes that the mapping is the one that was checked, and that its property is assigned still. */
export async function holdMapping(
  tx: Transaction,
  owner_id: number,
  written: Partial<Mapping>,
  checked: Mapping | undefined,
): Promise<void> {
  if (!checked) return
  const wanted = mappingOf(written)
  if (!isDeepStrictEqual(wanted, checked)) throw new AppError('conflict')
  await holdProperty(tx, owner_id, wanted)
}

async function holdProperty(tx: Transaction, owner_id: number, { remote_property_id }: Mapping): Promise<void> {
  if (remote_property_id === null) return
  if (!(await queries.channelManager.holdProperty(tx, { owner_id, remote_property_id }))) throw new AppError('notFound')
}

/** Without a channel manager nobody can tell whose a room is. */
async function checkRooms(
  manager: ChannelManager | undefined,
  { remote_property_id, room_type_id, rate_plan_id }: Mapping & { remote_property_id: string },
): Promise<void> {
  if (!manager) throw new AppError('notFound')
  try {
    const isKnown = async (id: string | null, list: (property_id: string) => Promise<string[]>) =>
      id === null || (await list(remote_property_id)).includes(id)
    if (!(await isKnown(room_type_id, manager.listRoomTypes))) throw new AppError('notFound')
    if (!(await isKnown(rate_plan_id, manager.listRatePlans))) throw new AppError('notFound')
  } catch (error) {
    if (error instanceof ChannelManagerError)
      throw new AppError('unavailable', { cause: error, headers: { 'retry-after': '10' } })
    throw error
  }
}

/** Enqueues a job for each mapped home, if there is a channel manager. */
export async function enqueueForHomes(
  { channelManager, db, jobs }: ChannelsContext,
  job: Job<{ remote_property_id: string }>,
): Promise<void> {
  if (!channelManager) return
  await transaction(db, async (tx) => {
    for (const { remote_property_id } of await queries.channelManager.listHomes(tx, {}))
      await jobs.enqueue(tx, job, { remote_property_id })
  })
}
