import { transaction } from '../../platform/db/client.ts'
import type { ChannelUpdateKind } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ChannelsContext } from '../context.ts'
import { type ChannelManager, ChannelManagerError } from './client.ts'
import { availabilityValues, type RoomDay, restrictionsValues } from './values.ts'

/** Days from today that are sent to the channel manager. */
export const HORIZON_DAYS = 500

/** Longer than a call may take, so that a claim ends by itself only when its node has died. */
const LEASE_SECONDS = 60
/** Homes of the channel manager that one node sends at once. */
const PARALLEL = 4

interface Queue {
  remote_property_id: string
  kind: ChannelUpdateKind
  claim: number
}

type Taken = Awaited<ReturnType<typeof queries.channelManager.takeDays>>

interface Outcome {
  /** undefined: the channel manager has accepted the days. */
  error: unknown
  status: 'accepted' | 'refused' | 'failed'
  pause_seconds: number
}

/**
 * Sends the changed days of all homes that are due and within their limit of calls, and ends when none is left. Any number
 * of nodes can run it at once (docs/decisions/0010-changed-days.md). Returns whether some wait, for the end of a pause, for
 * example.
 */
export async function pushDue(context: ChannelsContext): Promise<boolean> {
  const manager = context.channelManager
  if (!manager || !(await queries.channelManager.isWaiting(context.db, {})).waiting) return false
  // While the channel manager is away, one home tries it every few seconds.
  const isAway = context.outages.isAway('channels')
  if (!isAway || context.outages.mayProbe('channels'))
    await Promise.all(Array.from({ length: isAway ? 1 : PARALLEL }, () => pushSome(context, manager)))
  return (await queries.channelManager.isWaiting(context.db, {})).waiting
}

async function pushSome(context: ChannelsContext, manager: ChannelManager): Promise<void> {
  while (!context.stopping) {
    const claimed = await claim(context)
    if (!claimed) return
    const { queue, taken } = claimed
    const outcome = await send(context, manager, queue, taken)
    await settle(context, queue, taken, outcome)
    if (context.outages.isAway('channels')) return
  }
}

/** Claims a queue and takes its days, in one transaction: days that change from then on are sent by a later claim. */
function claim(context: ChannelsContext): Promise<{ queue: Queue; taken: Taken } | undefined> {
  const callsPerMinute = context.config.quotas.channelManagerCallsPerMinute
  // Half of the calls at once, and the other half evenly over a minute, are never more than all of them in any minute.
  const burst = Math.ceil(callsPerMinute / 2)
  const pause_seconds = 60 / Math.max(callsPerMinute - burst, 1)
  const pace = { lease_seconds: LEASE_SECONDS, pause_seconds, burst_seconds: (burst - 1) * pause_seconds }
  return transaction(context.db, async (tx) => {
    const queue = await queries.channelManager.claimQueue(tx, pace)
    return queue && { queue, taken: await queries.channelManager.takeDays(tx, queue) }
  })
}

/** Reads the present state of the days, which is at least as new as the claim, and sends it. */
async function send(context: ChannelsContext, manager: ChannelManager, queue: Queue, taken: Taken): Promise<Outcome> {
  const { kind, remote_property_id } = queue
  try {
    const rooms: [Taken[number], RoomDay[]][] = []
    for (const room of taken) rooms.push([room, await listNights(context, room)])
    if (kind === 'availability') {
      const values = rooms.flatMap(([{ room_type_id }, days]) =>
        room_type_id === null ? [] : availabilityValues(remote_property_id, room_type_id, days),
      )
      if (values.length > 0) await manager.sendAvailability(values)
    } else {
      const values = rooms.flatMap(([{ rate_plan_id }, days]) =>
        rate_plan_id === null ? [] : restrictionsValues(remote_property_id, rate_plan_id, days),
      )
      if (values.length > 0) await manager.sendRestrictions(values)
    }
    return { error: undefined, status: 'accepted', pause_seconds: 0 }
  } catch (error) {
    context.log.warn(
      { err: error, kind, remote_property: remote_property_id },
      'days could not be sent to the channel manager',
    )
    const known = error instanceof ChannelManagerError ? error : undefined
    return {
      error,
      status: known?.isRefusal ? 'refused' : 'failed',
      pause_seconds: known?.retryAfterSeconds ?? 0,
    }
  }
}

/** The state of days of a room, from today to the horizon. */
export const listNights = (
  context: ChannelsContext,
  { subscription_id, days }: { subscription_id: string; days: string },
): Promise<RoomDay[]> => queries.channelManager.listNights(context.db, { subscription_id, days, horizon: HORIZON_DAYS })

/** Forgets the days after a success. A sender that has lost its claim leaves them to the one that has it. */
function settle(context: ChannelsContext, queue: Queue, taken: Taken, outcome: Outcome): Promise<void> {
  const { error, status, pause_seconds } = outcome
  return transaction(context.db, async (tx) => {
    const held = await queries.channelManager.releaseQueue(tx, { ...queue, pause_seconds })
    if (!held) return
    const rows = { kind: queue.kind, subscription_ids: taken.map(({ subscription_id }) => subscription_id) }
    if (status === 'accepted') await queries.channelManager.forgetSent(tx, rows)
    else
      await queries.channelManager.noteFailure(tx, { ...rows, error: String(error), is_refused: status === 'refused' })
  })
}
