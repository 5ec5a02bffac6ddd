import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { reaches } from '../http/scopes.ts'
import { type Identity, isStaff } from '../plugins/authentication.ts'

export type CommentRow = NonNullable<Awaited<ReturnType<typeof queries.reviews.find>>>

/**
 * A review for who may read it: everybody, while it is shown and its home is on the market; else its author, the owner
 * of the home and the staff.
 * @throws AppError 404.
 */
export async function findReadable(db: Queryable, identity: Identity, comment_id: number): Promise<CommentRow> {
  const comment = await queries.reviews.find(db, { comment_id })
  const isTheirs = comment && [comment.author_id, comment.owner_id].includes(identity.userId)
  const isReadable = comment && (isTheirs || isStaff(identity) || (comment.is_listed && !comment.is_hidden))
  if (!isReadable || !reaches(identity, comment.property_id)) throw new AppError('notFound')
  return comment
}
