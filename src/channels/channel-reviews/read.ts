import { z } from 'zod'
import { receiveReview } from '../../conversations/reviews/channel.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { enqueueForHomes } from '../channel-manager/mapping.ts'
import { storeEach, unlessRefused } from '../channel-manager/once.ts'
import type { ChannelsContext } from '../context.ts'
import { reviewOf } from './remote.ts'

/** Most pages of reviews that one run reads. */
const MAX_PAGES = 10

/**
 * Reads the reviews of a home from the channel manager, and writes those that are new or have changed: whatever an event says, the list
 * counts (docs/design/channels.md, "Reviews"). Reading twice changes nothing.
 */
export async function readReviews(context: ChannelsContext, remote_property_id: string): Promise<void> {
  const manager = context.channelManager
  const subscription = await queries.channelManager.findByRemoteHome(context.db, { remote_property_id })
  if (!manager || !subscription) return
  const { provider, owner_id } = subscription
  for (let page = 1; page <= MAX_PAGES; page++) {
    const listed = await unlessRefused(manager.listReviews(remote_property_id, page))
    if (!listed) return
    let changed = 0
    await storeEach(context, listed.reviews, async (remote) => {
      const review = reviewOf(remote)
      // The key opens the reviews of every owner.
      if (!review || (remote.property_id ?? remote_property_id) !== remote_property_id) return
      const { booking_id } = remote
      const isWritten = await transaction(context.db, async (tx) => {
        const stay =
          booking_id === undefined
            ? undefined
            : await queries.channelBookings.findReviewed(tx, { provider, owner_id, booking_id })
        const { property_id, reservation_id } = stay ?? { ...subscription, reservation_id: undefined }
        return receiveReview(context, tx, { property_id, reservation_id, remote_property_id }, review)
      })
      if (isWritten) changed++
    })
    // The latest come first: behind a page of known ones there is nothing new.
    if (listed.is_last || changed === 0) return
  }
}

export const readChannelReviews = defineJob({
  name: 'channel-reviews.read',
  needs: 'channels',
  payload: z.object({ remote_property_id: z.string() }),
  run: (context: ChannelsContext, { remote_property_id }) => readReviews(context, remote_property_id),
})

/** Requests the reviews of all mapped homes, so that an event that never came costs an hour, not a review. */
export const readAllChannelReviews = defineJob({
  name: 'channel-reviews.read-all',
  payload: z.object({}),
  schedule: '27 * * * *',
  run: (context: ChannelsContext) => enqueueForHomes(context, readChannelReviews),
})
