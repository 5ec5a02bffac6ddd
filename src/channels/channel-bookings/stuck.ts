import packageJson from '../../../package.json' with { type: 'json' }
import { queries } from '../../platform/db/queries.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { notifyUnmapped, notifyUnreadable } from '../channel-manager/notices.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'

/** Revisions that cannot be taken (docs/design/channels.md, "Stuck revisions"). */

const { version: RELEASE } = packageJson

export interface Stuck {
  revision_id: string
  remote_property_id: string
  kind: 'unmapped' | 'unreadable' | 'failed'
  reason: string
}

/** Keeps a revision that cannot be taken, with its reason. */
export const keepStuck = ({ db }: ChannelsContext, stuck: Stuck): Promise<unknown> =>
  queries.channelBookings.upsertStuck(db, { ...stuck, release: RELEASE })

export const forgetStuck = ({ db }: ChannelsContext, revision_id: string): Promise<unknown> =>
  queries.channelBookings.deleteStuck(db, { revision_id })

/** True if this release could not read a revision before: only another release reads it differently. Notifies people who were not yet. */
export async function isKnownUnreadable(
  context: ChannelsContext,
  subscription: Subscription,
  revision_id: string,
): Promise<boolean> {
  const stuck = await queries.channelBookings.findStuck(context.db, { revision_id })
  if (stuck?.kind !== 'unreadable' || stuck.release !== RELEASE) return false
  if (stuck.told_at === null) await tellUnreadable(context, subscription, { id: revision_id, reason: stuck.reason })
  return true
}

/** Notifies owner and support of a revision that cannot be read, once. */
export async function tellUnreadable(
  context: ChannelsContext,
  subscription: Subscription,
  problem: { id: string; reason: string },
): Promise<void> {
  if (await notifyUnreadable(context, subscription, problem)) await markTold(context, problem.id)
}

/** Notifies support of a revision whose home is not mapped, once. */
export async function tellUnmapped(context: ChannelsContext, remote_property_id: string, id: string): Promise<void> {
  if (await notifyUnmapped(context, remote_property_id, id)) await markTold(context, id)
}

const markTold = ({ db }: ChannelsContext, revision_id: string) => queries.channelBookings.markTold(db, { revision_id })

/** Stuck revisions that may be taken now, and that the feed has not brought since a time. */
export const listRetriable =
  ({ db }: ChannelsContext, since: string) =>
  (after: { revision_id: string }) =>
    queries.channelBookings.listRetriable(db, { ...after, since, release: RELEASE })

export const expiries: Expiry[] = [
  {
    table: 'stuck_revisions',
    deleteSome: ({ db, config }) => queries.channelBookings.deleteOldStuck(db, { days: config.retention.inbox }),
  },
]
