import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { boundsOf } from '../../platform/http/scopes.ts'
import { type Identity, isStaff } from '../../platform/plugins/authentication.ts'

/**
 * Another person, and what stands between them and a user (docs/design/messages.md, "Messages"); undefined when there
 * was never somebody else of that number, or the homes of a key have nothing to do with them. `is_near`: the user has to do with them. `is_allowed`: the user may write to
 * them, as long as their account exists.
 */
export async function findStanding(db: Queryable, user: Identity & { helpsIn?: string[] }, other_id: number) {
  const other = await queries.messages.findOther(db, { user_id: user.userId, other_id })
  if (!other) return undefined
  const bounds = boundsOf(user)
  const people = { user_id: user.userId, other_id }
  if (bounds && !(await queries.messages.isNearHomes(db, { ...people, ...bounds })).found) return undefined
  const is_near = other.is_known || other.may_begin
  return { ...other, is_near, is_allowed: isStaff(user) || (is_near && !other.is_blocked) }
}
