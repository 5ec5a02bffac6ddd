import { CHANNEL_SOURCES } from '../../bookings/reservations/review.ts'
import type { ChannelReview } from '../../conversations/reviews/channel.ts'
import { cutText } from '../../platform/lib/text.ts'
import type { RemoteReview } from '../channel-manager/remote-reviews.ts'
import { sourceOf } from '../channel-messages/sources.ts'

const MAX_CONTENT = 20_000
const MAX_NAME = 120

/** Categories of channels, by the names that reviews of this service have. */
const CATEGORIES: Record<string, keyof ChannelReview['scores']> = {
  ...{ cleanliness: 'cleanliness', clean: 'cleanliness', accuracy: 'accuracy' },
  ...{ checkin: 'check_in', check_in: 'check_in', communication: 'communication' },
  ...{ location: 'location', value: 'value', value_for_money: 'value' },
}

/** A review of a channel whose guests are known here; undefined for those of others. Pure. */
export function reviewOf({ id, ota, guest_name, content, scores, ...rest }: RemoteReview): ChannelReview | undefined {
  const found = sourceOf(ota)
  const source = CHANNEL_SOURCES.find((name) => name === found)
  if (!source) return undefined
  const { score, is_hidden, reply, received_at } = rest
  return {
    ...{ external_id: id, source, score, is_hidden, received_at },
    guest_name: guest_name && cutText(guest_name, MAX_NAME),
    content: cutText(content, MAX_CONTENT).trim(),
    reply: reply && cutText(reply, MAX_CONTENT),
    scores: Object.fromEntries(
      scores.flatMap((one) => {
        const name = CATEGORIES[one.category.toLowerCase()]
        return name ? [[name, one.score]] : []
      }),
    ),
  }
}
