import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { type Identity, STAFF } from '../plugins/authentication.ts'

/**
 * Says no to what somebody wants to do with a home.
 * @throws AppError 403 for who may see it, 404 for everybody else, as if there were none. It never returns.
 */
export async function refuseHome(
  db: Queryable,
  { userId, role }: Pick<Identity, 'userId' | 'role'>,
  property_id: string,
): Promise<never> {
  const who = { user_id: userId, is_staff: STAFF.includes(role) }
  const seen = await queries.properties.findVisible(db, { property_id, ...who })
  throw new AppError(seen ? 'forbidden' : 'notFound')
}
