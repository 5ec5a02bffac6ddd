import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { reaches } from '../http/scopes.ts'
import { type Identity, isStaff } from '../plugins/authentication.ts'
import type { Parties } from './notices.ts'

/**
 * A reservation for one of those who may do something with it; the staff acts as the owner does.
 * @throws AppError 404 for everybody who may not see it, as if there were none; 403 for the other of its parties.
 */
export async function findForParty(
  db: Queryable,
  identity: Identity,
  reservation_id: number,
  who: 'guest' | 'owner' | 'any',
): Promise<Parties> {
  const stay = await queries.stays.findParties(db, { reservation_id })
  const isGuest = stay?.guest_id === identity.userId
  const isOwner = stay?.owner_id === identity.userId || isStaff(identity)
  if (!stay || !(isGuest || isOwner) || !reaches(identity, stay.property_id)) throw new AppError('notFound')
  if ((who === 'guest' && !isGuest) || (who === 'owner' && !isOwner)) throw new AppError('forbidden')
  return stay
}
