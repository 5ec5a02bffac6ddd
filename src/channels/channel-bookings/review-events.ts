import { countWithin } from '../../accounts/auth/throttle.ts'
import type { Settled } from '../../platform/inbox/applying.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'

/** Limit of readings of reviews by events of one subscription; the schedule reads what is missed. */
const READS = { limit: 30, seconds: 3_600 }

/** Applies the event of a review: the reviews of its home are read from the channel manager, whatever the event says. */
export async function applyReviewEvent(
  context: ChannelsContext,
  { id, remote_property_id }: Subscription,
): Promise<Settled> {
  if (!context.channelManager) return { status: 'ignored', error: 'its data is not used' }
  if (remote_property_id === null) return { status: 'ignored', error: 'the home is not mapped', is_repeatable: true }
  if ((await countWithin(context.db, { key: `review reads ${id}`, ...READS })) > 0)
    return { status: 'ignored', error: 'too many events: the reviews are read by their schedule', is_repeatable: true }
  await context.requestReviews(context.db, { remote_property_id })
  return { status: 'applied' }
}
