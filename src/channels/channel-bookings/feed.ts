import { z } from 'zod'
import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { sweep } from '../../platform/lib/sweep.ts'
import { type ChannelManager, ChannelManagerError, type RemoteRevision } from '../channel-manager/client.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { type Applied, applyRevision } from './bookings.ts'
import { endRequestsOf } from './requests.ts'
import { type Envelope, isUnreadable, readRevision, type Unreadable } from './revision.ts'
import { forgetStuck, isKnownUnreadable, keepStuck, listRetriable, tellUnmapped, tellUnreadable } from './stuck.ts'

/** Limits the pages of one run, for a channel manager whose feed never ends. */
const MAX_PAGES = 1_000

/**
 * Applies a revision of the channel manager, and acknowledges it after the commit. After a `kill -9` in between it comes
 * again, changes nothing, and is acknowledged then.
 * One that cannot be read is not acknowledged, and kept with its reason.
 */
export async function takeRevision(
  context: ChannelsContext,
  manager: ChannelManager,
  subscription: Subscription,
  { id, property_id, payload }: RemoteRevision,
  envelope: Envelope,
): Promise<Applied | Unreadable> {
  const revision = readRevision(payload, envelope)
  if (isUnreadable(revision)) {
    const { reason } = revision
    await keepStuck(context, { revision_id: id, remote_property_id: property_id, kind: 'unreadable', reason })
    return revision
  }
  const applied = await applyRevision(context, subscription, revision)
  await endRequestsOf(context, subscription, revision)
  await manager.acknowledge(id)
  await forgetStuck(context, id)
  return applied
}

/** Applies a revision that no event has brought; returns whether it could. Owner and support are notified of one that cannot be read. */
export async function takeUnannounced(
  context: ChannelsContext,
  manager: ChannelManager,
  subscription: Subscription,
  { is_earlier = false, ...revision }: RemoteRevision & Pick<Envelope, 'is_earlier'>,
): Promise<boolean> {
  const { id } = revision
  const received_at = new Date().toISOString()
  const envelope = { event: 'booking', fallback_id: id, timestamp: undefined, received_at, is_earlier }
  const outcome = await takeRevision(context, manager, subscription, revision, envelope)
  if (!isUnreadable(outcome)) return true
  const { reason } = outcome
  context.log.error({ revision: id, reason }, 'a booking cannot be read')
  await tellUnreadable(context, subscription, { id, reason })
  return false
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
  const since = new Date().toISOString()
  if (await readToEnd(context, manager)) await takeAgain(context, manager, since)
}

/**
 * Reads the pages of the feed. Revisions that were acknowledged leave it, so that the next ones move up to the same page; those that stay are passed
 * over. Returns whether it came to the end.
 */
async function readToEnd(context: ChannelsContext, manager: ChannelManager): Promise<boolean> {
  const seen = new Set<string>()
  let page = 1
  for (let reads = 0; reads < MAX_PAGES; reads++) {
    const { revisions, broken, is_last } = await manager.listUnacknowledged(page)
    const fresh = revisions.filter(({ id }) => !seen.has(id))
    for (const { id, reason } of broken.filter((one) => !seen.has(one.id))) {
      seen.add(id)
      await keepStuck(context, { revision_id: id, remote_property_id: '', kind: 'unreadable', reason })
      await tellUnmapped(context, id, id)
    }
    let taken = 0
    for (const revision of fresh) {
      if (context.stopping) return false
      // Each revision would wait for the service: the next list asks whether it is back, or ends the run.
      if (context.outages.isAway('channels')) break
      seen.add(revision.id)
      if (await takeFromFeed(context, manager, revision)) taken++
    }
    if (taken > 0) continue
    if (is_last) return true
    page++
  }
  return false
}

/** Asks for stuck revisions that may be taken now and that the feed has dropped. */
async function takeAgain(context: ChannelsContext, manager: ChannelManager, since: string): Promise<void> {
  for await (const { revision_id } of sweep({ revision_id: '' }, listRetriable(context, since))) {
    if (context.stopping || context.outages.isAway('channels')) return
    const revision = await manager.findRevision(revision_id)
    if (revision) await takeFromFeed(context, manager, revision)
    else await forgetStuck(context, revision_id)
  }
}

/** One revision that fails does not stop the others; it stays in the feed. Returns whether it was taken. @throws when the database is away. */
async function takeFromFeed(
  context: ChannelsContext,
  manager: ChannelManager,
  revision: RemoteRevision,
): Promise<boolean> {
  const { id, property_id } = revision
  const stuck = { revision_id: id, remote_property_id: property_id }
  try {
    const subscription = await queries.channelManager.findByRemoteHome(context.db, { remote_property_id: property_id })
    if (!subscription) {
      await keepStuck(context, { ...stuck, kind: 'unmapped', reason: `no home is mapped to ${property_id}` })
      await tellUnmapped(context, property_id, id)
      return false
    }
    if (await isKnownUnreadable(context, subscription, id)) return false
    return await takeUnannounced(context, manager, subscription, revision)
  } catch (error) {
    if (isAway(error)) throw error
    context.log.error({ err: error, revision: id }, 'a booking from the feed was not applied')
    // A channel manager that does not answer is no fault of the revision.
    if (!(error instanceof ChannelManagerError))
      await keepStuck(context, { ...stuck, kind: 'failed', reason: error instanceof Error ? error.message : 'unknown' })
    return false
  }
}
