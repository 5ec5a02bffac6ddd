import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { reaches } from '../../platform/http/scopes.ts'
import type { FoundStay, Parties } from './notices.ts'

/** Somebody who decides on a stay: the account, and the person who acts for it. */
export type Decider = Pick<Identity, 'userId' | 'personId' | 'role' | 'grant'>

/** The company of a stay itself. Pure. */
export const companyOf = ({ owner_id }: Pick<Parties, 'owner_id'>): Decider => ({
  userId: owner_id,
  personId: owner_id,
  role: 'owner',
  grant: null,
})

/** Side for which the owner, a member of their team or the staff decide on a stay. Pure. */
export const hostActor = ({ owner_id }: Pick<Parties, 'owner_id'>, identity: Decider): 'owner' | 'support' =>
  isStaff(identity) && owner_id !== identity.userId ? 'support' : 'owner'

/**
 * A reservation for a party to it: its guest, or the owner and the staff, who decide on it.
 * @throws AppError 404 for everybody who may not see it, as if there were none; 403 for the other of its parties, and for who would act
 * on a stay of their own.
 */
export async function findForParty(
  db: Queryable,
  identity: Identity,
  reservation_id: number,
  who: 'guest' | 'host' | 'any',
): Promise<FoundStay> {
  const stay = await queries.states.findParties(db, { reservation_id })
  const isGuest = stay?.guest_id === identity.userId
  if (!stay || !reaches(identity, stay.property_id)) throw new AppError('notFound')
  const isHost = isStaff(identity) || stay.owner_id === identity.userId
  if (!(isGuest || isHost)) throw new AppError('notFound')
  // Neither the staff, nor a member of the team of the owner.
  const isOwn = stay.guest_id === identity.personId && (who === 'host' || !isGuest)
  if (isHost && isOwn) throw new AppError('ownStay')
  if ((who === 'guest' && !isGuest) || (who === 'host' && !isHost)) throw new AppError('forbidden')
  return stay
}

/**
 * The same for its guest and its company alone, such as what the two write and the code of the door: to the staff there is no such stay.
 * @throws AppError as above.
 */
export async function findForCompany(
  db: Queryable,
  identity: Identity,
  reservation_id: number,
  who: 'host' | 'any' = 'host',
): Promise<FoundStay> {
  const stay = await findForParty(db, identity, reservation_id, who)
  if (![stay.guest_id, stay.owner_id].includes(identity.userId)) throw new AppError('notFound')
  return stay
}
