import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { ConversationsContext } from '../context.ts'
import { announce as announceMessage, messageKey } from '../messages/send.ts'
import { findReadable } from '../reviews/comments.ts'
import { announce as announceComment, commentKey } from '../reviews/write.ts'
import { type Outcome, outcomeOf } from './notify-once.ts'

/** Receiver of a message: an owner from a guest, or a guest from an owner. */
type Direction = 'to_owner' | 'from_owner'

/**
 * Announces a message to its receiver. `sender_id`: the author that the caller names.
 * @throws AppError 403 its receiver, or an author who is not the owner, 404 also for strangers, 409 when its receiver is no owner.
 */
export function notifyOfMessage(
  context: ConversationsContext,
  { userId }: Identity,
  { message_id, sender_id }: { message_id: number; sender_id?: number },
  direction: Direction,
): Promise<Outcome> {
  return transaction(context.db, async (tx) => {
    const message = await queries.triggers.findMessage(tx, { message_id })
    const isTheirs = message && [message.sender_id, message.receiver_id].includes(userId)
    if (!isTheirs || (sender_id !== undefined && message.sender_id !== sender_id)) throw new AppError('notFound')
    if (message.sender_id !== userId) throw new AppError('forbidden')
    if (direction === 'from_owner' && !message.from_owner) throw new AppError('forbidden')
    if (direction === 'to_owner' && !message.to_owner) throw new AppError('conflict')
    const created = await announceMessage(context, tx, message)
    return outcomeOf(tx, { user_id: message.receiver_id, dedupe_key: messageKey(message.id), created })
  })
}

/** Announces a review to the owner of the home. @throws AppError 403 not its author, 404 for callers who may not read it, 409 hidden. */
export function notifyOfComment(
  context: ConversationsContext,
  identity: Identity,
  comment_id: number,
): Promise<Outcome> {
  return transaction(context.db, async (tx) => {
    const comment = await findReadable(tx, identity, comment_id)
    if (comment.author_id !== identity.userId) throw new AppError('forbidden')
    if (comment.is_hidden) throw new AppError('conflict')
    const created = await announceComment(context, tx, comment)
    return outcomeOf(tx, { user_id: comment.owner_id, dedupe_key: commentKey(comment.id), created })
  })
}
