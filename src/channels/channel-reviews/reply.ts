import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { callOnce, LOOK_AGAIN_SECONDS, PATIENCE_SECONDS } from '../channel-manager/once.ts'
import type { ChannelsContext } from '../context.ts'
import { readReviews } from './read.ts'

/**
 * Sends the reply to a review, at most once: it is claimed before the channel manager is asked. Where the answer is lost the list of the home
 * decides, and what it does not show stays `unclear` and is not sent again (docs/design/channels.md, "Reviews").
 */
export const sendReviewReply = defineJob({
  name: 'channel-reviews.reply',
  needs: 'channels',
  urgent: true,
  payload: z.object({ review_id: z.int() }),
  async run(context: ChannelsContext, { review_id }) {
    const waiting = await queries.reviews.findChannelReply(context.db, { review_id })
    if (!waiting) return
    const { external_id, remote_property_id, reply, since_claim } = waiting
    const manager = context.channelManager
    const isMapped = await queries.channelManager.findByRemoteHome(context.db, { remote_property_id })
    if (!manager || !isMapped) return settle(context, review_id, 'failed', 'the home is not mapped')
    const isClaimed = since_claim === null && (await queries.reviews.claimChannelReply(context.db, { review_id }))
    if (!isClaimed) {
      await readReviews(context, remote_property_id)
      if ((since_claim ?? 0) >= PATIENCE_SECONDS) return settle(context, review_id, 'unclear')
      await context.jobs.enqueue(context.db, sendReviewReply, { review_id }, { after: LOOK_AGAIN_SECONDS })
      return
    }
    const outcome = await callOnce(
      () => manager.replyToReview(external_id, reply),
      () => queries.reviews.releaseChannelReply(context.db, { review_id }),
    )
    if ('refusal' in outcome) return settle(context, review_id, 'failed', outcome.refusal)
    await settle(context, review_id, 'sent')
  },
})

/** Writes the outcome of a reply, unless the list has brought the reply in the meantime. */
async function settle(
  context: ChannelsContext,
  review_id: number,
  state: 'sent' | 'failed' | 'unclear',
  error?: string,
): Promise<void> {
  await transaction(context.db, (tx) => queries.reviews.settleChannelReply(tx, { review_id, state, error }))
}
