import { CHANNEL_SOURCES, type ChannelSource } from '../../bookings/reservations/review.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import type { ConversationsContext } from '../context.ts'
import { starsOf } from './sources.ts'
import { announce } from './write.ts'

/** Reviews of channels (docs/design/channels.md, "Reviews"). */

type ChannelRow = NonNullable<Awaited<ReturnType<typeof queries.reviews.findChannel>>>

/** A review as a channel has it; scores are of ten. */
export interface ChannelReview {
  external_id: string
  source: ChannelSource
  guest_name: string | undefined
  content: string
  score: number | undefined
  scores: Partial<Record<'cleanliness' | 'accuracy' | 'check_in' | 'communication' | 'location' | 'value', number>>
  is_hidden: boolean
  reply: string | undefined
  /** ISO, UTC. */
  received_at: string
}

/** The home and the stay of a review; the id of the home at the channel manager. */
interface Place {
  property_id: string
  reservation_id: number | undefined
  remote_property_id: string
}

/** Age up to which a review that a list brings still notifies the owner. */
const NEWS_MS = 7 * 86_400_000

/** Channels whose reviews of a home somebody may read: all for its company and the staff, else the public ones. */
export function readableSources(
  { config }: ConversationsContext,
  identity: Identity | null,
  { owner_id }: { owner_id: number },
): ChannelSource[] {
  const isCompany = identity !== null && (identity.userId === owner_id || isStaff(identity))
  return isCompany ? [...CHANNEL_SOURCES] : config.publicReviews
}

/** Writes a review as its list has it, and notifies the owner of a new one about a stay. Returns false if it was so already. */
export async function receiveReview(
  context: ConversationsContext,
  tx: Transaction,
  place: Place,
  { score, scores, ...review }: ChannelReview,
): Promise<boolean> {
  const stars = Object.fromEntries(Object.entries(scores).map(([name, of]) => [name, starsOf(of)]))
  const rating = score === undefined ? undefined : starsOf(score)
  const written = await queries.reviews.upsertChannel(tx, {
    ...place,
    ...review,
    ...stars,
    rating,
    score: score === undefined ? undefined : String(score),
  })
  if (!written) return false
  const isNews = written.is_new && Date.now() - Date.parse(review.received_at) <= NEWS_MS
  const row = isNews && written.is_shown && (await queries.reviews.findChannel(tx, { comment_id: written.id }))
  if (row && row.reservation_id !== null) await announce(context, tx, { ...row, reservation_id: row.reservation_id })
  return true
}

/**
 * Writes the reply to a review of a channel and has it sent, once; one that the channel has refused can be written again.
 * @throws AppError 403 for callers who may not write for the owner, 404, 409 there is one.
 */
export async function replyToChannel(
  context: ConversationsContext,
  identity: Identity,
  comment_id: number,
  content: string,
): Promise<ChannelRow> {
  return transaction(context.db, async (tx) => {
    const before = await queries.reviews.findChannel(tx, { comment_id })
    if (!before || !reaches(identity, before.property_id)) throw new AppError('notFound')
    const { owner_id, is_listed, source } = before
    if (owner_id !== identity.userId) {
      const isReadable = readableSources(context, identity, before).some((readable) => readable === source)
      throw new AppError(isReadable && (is_listed || isStaff(identity)) ? 'forbidden' : 'notFound')
    }
    if (!(await queries.reviews.writeChannelReply(tx, { comment_id, content }))) throw new AppError('reviewClosed')
    await context.reviewChannels.sendReply(tx, comment_id)
    const after = await queries.reviews.findChannel(tx, { comment_id })
    if (!after) throw new AppError('notFound')
    return after
  })
}
