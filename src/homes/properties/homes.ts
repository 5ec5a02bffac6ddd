import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, STAFF } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import type { HomesContext } from '../context.ts'

type Person = Pick<Identity, 'userId' | 'role' | 'grant'>

/** True if a home is of the account that somebody acts for, and within their reach. */
export const isOwner = async (
  db: Queryable,
  person: Pick<Identity, 'userId' | 'grant'>,
  property_id: string,
): Promise<boolean> =>
  reaches(person, property_id) &&
  (await queries.properties.findRelation(db, { property_id, user_id: person.userId }))?.is_owner === true

/** True if somebody knows a home closely: its owner, the staff, and guests of confirmed stays. */
export const knowsClosely = async (
  { bookings }: HomesContext,
  db: Queryable,
  person: Person,
  property_id: string,
): Promise<boolean> =>
  STAFF.includes(person.role) ||
  (await isOwner(db, person, property_id)) ||
  bookings.isGuest(db, { property_id, user_id: person.userId })

/**
 * Says no to what somebody wants to do with a home.
 * @throws AppError 403 for callers who may see the home, 404 for others. It never returns.
 */
export async function refuseHome(
  context: HomesContext,
  db: Queryable,
  person: Person,
  property_id: string,
): Promise<never> {
  if (!reaches(person, property_id)) throw new AppError('notFound')
  const home = await queries.properties.findStanding(db, { property_id })
  const isSeen =
    home !== undefined && (home.status === 'published' || (await knowsClosely(context, db, person, property_id)))
  throw new AppError(isSeen ? 'forbidden' : 'notFound')
}
