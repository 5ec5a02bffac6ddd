import { z } from 'zod'
import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ChannelManager, RemoteRevision } from '../channel-manager/client.ts'
import { notifyUnmapped, notifyUnreadable } from '../channel-manager/notices.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { type Applied, applyRevision } from './bookings.ts'
import { type Envelope, isUnreadable, readRevision, type Unreadable } from './revision.ts'

/** How many pages one run reads at most; the next one continues. */
const MAX_PAGES = 50

/**
 * Applies a revision of the channel manager, and acknowledges it after the commit. After a `kill -9` in between it comes
 * again, changes nothing, and is acknowledged then.
 * One that cannot be read is not acknowledged.
 */
export async function takeRevision(
  context: ChannelsContext,
  manager: ChannelManager,
  subscription: Subscription,
  { id, payload }: RemoteRevision,
  envelope: Envelope,
): Promise<Applied | Unreadable> {
  const revision = readRevision(payload, envelope)
  if (isUnreadable(revision)) return revision
  const applied = await applyRevision(context, subscription, revision)
  await manager.acknowledge(id)
  return applied
}

/** Applies a revision that no event has brought. Owner and support are notified of one that cannot be read. */
export async function takeUnannounced(
  context: ChannelsContext,
  manager: ChannelManager,
  subscription: Subscription,
  { is_earlier = false, ...revision }: RemoteRevision & Pick<Envelope, 'is_earlier'>,
): Promise<void> {
  const { id } = revision
  const received_at = new Date().toISOString()
  const envelope = { event: 'booking', fallback_id: id, timestamp: undefined, received_at, is_earlier }
  const outcome = await takeRevision(context, manager, subscription, revision, envelope)
  if (!isUnreadable(outcome)) return
  const { reason } = outcome
  context.log.error({ revision: id, reason }, 'a booking cannot be read')
  await notifyUnreadable(context, subscription, { id, reason })
}

/** Reads the revisions that were not acknowledged, so that a webhook that never came costs minutes, not a booking. */
export const readFeed = defineJob({
  name: 'channel-bookings.read-feed',
  needs: 'channels',
  payload: z.object({}),
  schedule: '*/15 * * * *',
  run: readAll,
})

async function readAll(context: ChannelsContext): Promise<void> {
  const manager = context.channelManager
  if (!manager) return
  const left = new Set<string>()
  for (let page = 0; page < MAX_PAGES; page++) {
    const revisions = await manager.listUnacknowledged()
    const fresh = revisions.filter(({ id }) => !left.has(id))
    for (const revision of fresh) {
      if (context.stopping) return
      // Each revision would wait for the service: the next list asks whether it is back, or ends the run.
      if (context.outages.isAway('channels')) break
      left.add(revision.id)
      await takeFromFeed(context, manager, revision)
    }
    if (fresh.length === 0) return
  }
}

/** One revision that fails does not stop the others; it stays in the feed. @throws when the database is away. */
async function takeFromFeed(
  context: ChannelsContext,
  manager: ChannelManager,
  revision: RemoteRevision,
): Promise<void> {
  const { id, property_id } = revision
  try {
    const subscription = await queries.channelManager.findByRemoteHome(context.db, { remote_property_id: property_id })
    if (!subscription) {
      context.log.warn({ revision: id, remote_property: property_id }, 'a booking for an unmapped home')
      await notifyUnmapped(context, property_id, id)
      return
    }
    await takeUnannounced(context, manager, subscription, revision)
  } catch (error) {
    if (isAway(error)) throw error
    context.log.error({ err: error, revision: id }, 'a booking from the feed was not applied')
  }
}
