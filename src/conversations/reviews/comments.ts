import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'

export type CommentRow = NonNullable<Awaited<ReturnType<typeof queries.reviews.find>>>

/**
 * A review for those who may read it: everybody, while it is shown and its home is on the market; else its author, the owner
 * of the home and the staff.
 * @throws AppError 404.
 */
export async function findReadable(db: Queryable, identity: Identity, comment_id: number): Promise<CommentRow> {
  const comment = await queries.reviews.find(db, { comment_id })
  if (!comment || !reaches(identity, comment.property_id)) throw new AppError('notFound')
  const { author_id, owner_id } = comment
  const isPublic = comment.is_listed && !comment.is_hidden
  const isReadable = isPublic || [author_id, owner_id].includes(identity.userId) || isStaff(identity)
  if (!isReadable) throw new AppError('notFound')
  return comment
}
