import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { boundsOf } from '../../platform/http/scopes.ts'

/**
 * Another person, and what stands between them and a user (docs/design/api.md, "Messages"); undefined when there
 * was never somebody else of that number, or the homes of a grant have nothing to do with them. `is_near`: the user has to do with them. `is_allowed`: the user may write to
 * them, as long as their account exists.
 */
export async function findStanding(db: Queryable, user: Identity, other_id: number) {
  const other = await queries.messages.findOther(db, { user_id: user.userId, other_id })
  if (!other) return undefined
  const bounds = boundsOf(user)
  const people = { user_id: user.userId, other_id }
  if (bounds && !(await queries.messages.isNearHomes(db, { ...people, ...bounds })).found) return undefined
  const is_near = other.is_known || other.may_begin
  return { ...other, is_near, is_allowed: isStaff(user) || (is_near && !other.is_blocked) }
}

/** @throws AppError 404 for a member of a team whose homes have nothing to do with the other person, or who is that person. */
export async function assertReach(db: Queryable, reader: Identity, other_id: number): Promise<void> {
  if (!reader.grant) return
  if (reader.personId === other_id || !(await findStanding(db, reader, other_id))) throw new AppError('notFound')
}
