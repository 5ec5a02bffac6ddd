import type { FastifyInstance } from 'fastify'
import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { reaches } from '../http/scopes.ts'
import { type Identity, STAFF } from '../plugins/authentication.ts'
import { rightsOf } from './rights.ts'

type Person = Pick<Identity, 'userId' | 'role' | 'key'>

/** Whether somebody who is not the owner of a home knows it closely: the staff, and guests of confirmed stays. */
export const knowsClosely = async (
  { bookings }: FastifyInstance,
  db: Queryable,
  { userId, role }: Pick<Person, 'userId' | 'role'>,
  property_id: string,
): Promise<boolean> => STAFF.includes(role) || bookings.isGuest(db, { property_id, user_id: userId })

/**
 * Says no to what somebody wants to do with a home.
 * @throws AppError 403 for who may see it, 404 for everybody else, as if there were none. It never returns.
 */
export async function refuseHome(
  app: FastifyInstance,
  db: Queryable,
  person: Person,
  property_id: string,
): Promise<never> {
  if (!reaches(person, property_id)) throw new AppError('notFound')
  const home = await queries.properties.findStanding(db, { property_id })
  const isSeen =
    home !== undefined &&
    (home.status === 'published' ||
      (await rightsOf(db, person, property_id)).length > 0 ||
      (await knowsClosely(app, db, person, property_id)))
  throw new AppError(isSeen ? 'forbidden' : 'notFound')
}
