import { mayIn } from '../../homes/properties/rights.ts'
import type { Queryable } from '../../platform/db/client.ts'
import type { HomeRight } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { reaches } from '../../platform/http/scopes.ts'
import { type Identity, isStaff } from '../../platform/plugins/authentication.ts'
import type { Parties } from './notices.ts'

/**
 * A reservation for one of those who may do something with it: its guest, or who decides on it, which are the owner, members of the home
 * with the right `wanted`, and the staff.
 * @throws AppError 404 for everybody who may not see it, as if there were none; 403 for the other of its parties, and members without
 * the right.
 */
export async function findForParty(
  db: Queryable,
  identity: Identity,
  reservation_id: number,
  who: 'guest' | 'host' | 'any',
  wanted: HomeRight,
): Promise<Parties> {
  const stay = await queries.stays.findParties(db, { reservation_id })
  const isGuest = stay?.guest_id === identity.userId
  if (!stay || !reaches(identity, stay.property_id)) throw new AppError('notFound')
  const isHost = isStaff(identity) || (!isGuest && (await mayIn(db, identity, stay.property_id, wanted)))
  if (!(isGuest || isHost)) throw new AppError('notFound')
  if ((who === 'guest' && !isGuest) || (who === 'host' && !isHost)) throw new AppError('forbidden')
  return stay
}
