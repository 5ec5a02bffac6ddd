import { notify } from '../../accounts/notifications/notify.ts'
import { assertNotInTeam } from '../../accounts/team/team.ts'
import { refuseHome } from '../../homes/properties/homes.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { ConversationsContext } from '../context.ts'
import { type CommentRow, findReadable } from './comments.ts'
import { type CommentChanges, type NewComment, SCORES } from './schemas.ts'

/**
 * Writes the review of a completed stay, with the rating of the home and the notification of its owner, in one
 * transaction (docs/design/api.md, "Reviews").
 * @throws AppError 403 no stay there, 404 no home that they may see, 409 not completed, too late, or reviewed before.
 */
export async function writeComment(
  context: ConversationsContext,
  identity: Identity,
  property_id: string,
  draft: NewComment,
): Promise<CommentRow> {
  const { userId } = identity
  return transaction(context.db, async (tx) => {
    // An account that is erased meanwhile writes no reviews any more.
    if (!(await queries.auth.holdUser(tx, { user_id: userId }))) throw new AppError('invalidToken')
    // The lock orders changes of the rating: each counts those before it.
    if (!(await queries.properties.lock(tx, { property_id }))) throw new AppError('notFound')
    const { reservation_id } = draft
    const stay = await queries.reviews.findStay(tx, { property_id, user_id: userId, reservation_id })
    if (!stay) return refuse(context, tx, identity, property_id, reservation_id)
    await assertNotInTeam(tx, { property_id, user_id: userId })
    if (!stay.is_completed || !stay.is_recent || stay.is_reviewed) throw new AppError('notReviewable')
    const created = await queries.reviews.insert(tx, {
      property_id,
      reservation_id: stay.id,
      author_id: userId,
      rating: draft.rating,
      content: draft.content,
      ...draft.scores,
    })
    if (!created) throw new AppError('notReviewable')
    await rate(tx, property_id)
    const comment = await reread(tx, created.id)
    await announce(context, tx, comment)
    return comment
  })
}

/** Callers without such a stay learn nothing of a home that they may not see. */
async function refuse(
  context: ConversationsContext,
  tx: Transaction,
  identity: Identity,
  property_id: string,
  reservation_id: number | undefined,
) {
  return refuseHome(context, tx, identity, property_id).catch((error: unknown) => {
    const isSeen = error instanceof AppError && error.code === 'forbidden'
    throw isSeen && reservation_id !== undefined ? invalid({ reservation_id: 'unknown' }) : error
  })
}

/** Changes a review. @throws AppError 403 not its author, 404 for callers who may not read it, 409 replied to, hidden or older than 48 hours. */
export async function editComment(
  context: ConversationsContext,
  identity: Identity,
  comment_id: number,
  { scores, ...changes }: CommentChanges,
): Promise<CommentRow> {
  return transaction(context.db, async (tx) => {
    const before = await lockComment(tx, identity, comment_id)
    if (before.author_id !== identity.userId) throw new AppError('forbidden')
    await assertNotInTeam(tx, { property_id: before.property_id, user_id: identity.userId })
    if (!before.can_edit_until) throw new AppError('reviewClosed')
    const kept = Object.fromEntries(SCORES.map((name) => [name, scores === undefined ? before[name] : scores?.[name]]))
    await queries.reviews.update(tx, {
      comment_id,
      rating: changes.rating ?? before.rating,
      content: changes.content ?? before.content,
      ...kept,
    })
    await rate(tx, before.property_id)
    return reread(tx, comment_id)
  })
}

/** Writes or changes the owner's reply. @throws AppError 403 for callers who may not write for the owner, 404, 409 after 48 hours or hidden. */
export async function replyToComment(
  context: ConversationsContext,
  identity: Identity,
  comment_id: number,
  content: string,
): Promise<CommentRow> {
  return transaction(context.db, async (tx) => {
    const before = await lockComment(tx, identity, comment_id)
    if (before.owner_id !== identity.userId) throw new AppError('forbidden')
    if (before.author_id === identity.personId) throw new AppError('ownStay')
    if (!before.can_reply) throw new AppError('reviewClosed')
    await queries.reviews.writeReply(tx, { comment_id, content })
    return reread(tx, comment_id)
  })
}

/** Hides a review from everybody and every count, or shows it again. Repeating it changes nothing. @throws AppError 404. */
export async function moderateComment(
  context: ConversationsContext,
  identity: Identity,
  comment_id: number,
  { is_hidden, reason }: { is_hidden: boolean; reason: string },
): Promise<CommentRow> {
  return transaction(context.db, async (tx) => {
    const { property_id } = await lockComment(tx, identity, comment_id)
    const changed = await queries.reviews.setHidden(tx, { comment_id, actor_id: identity.userId, is_hidden, reason })
    if (changed) await rate(tx, property_id)
    return reread(tx, comment_id)
  })
}

/** A review after a lock on its home, which every change of a review takes. @throws AppError 404 for callers who may not read it. */
async function lockComment(tx: Transaction, identity: Identity, comment_id: number): Promise<CommentRow> {
  await queries.properties.lock(tx, await findReadable(tx, identity, comment_id))
  return reread(tx, comment_id)
}

async function reread(tx: Transaction, comment_id: number): Promise<CommentRow> {
  const comment = await queries.reviews.find(tx, { comment_id })
  if (!comment) throw new AppError('notFound')
  return comment
}

/** Counts the reviews of a home again, and writes its rating. */
export async function rate(tx: Transaction, property_id: string): Promise<void> {
  const rating = await queries.reviews.summarize(tx, { property_id })
  await queries.properties.updateRating(tx, { property_id, ...rating })
}

/** Values dropped when a review is announced a second time. */
export const commentKey = (commentId: number): string => `comment:${commentId}`

/** A review that the owner of its home is notified of. */
type Announced = Pick<
  CommentRow,
  'id' | 'property_id' | 'reservation_id' | 'owner_id' | 'first_name' | 'home' | 'rating'
>

/** Notifies the owner of a review; false when that has been done before. */
export const announce = (context: ConversationsContext, tx: Transaction, comment: Announced): Promise<boolean> =>
  notify(context, tx, {
    user_id: comment.owner_id,
    content: {
      type: 'review_received',
      author: comment.first_name || null,
      home: comment.home,
      rating: comment.rating,
    },
    data: { comment_id: comment.id, property_id: comment.property_id, reservation_id: comment.reservation_id },
    dedupe_key: commentKey(comment.id),
    property_id: comment.property_id,
  })
