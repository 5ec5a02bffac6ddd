import { z } from 'zod'
import type { Queryable } from '../db/client.ts'
import { HOME_RIGHT, type HomeRight } from '../db/enums.ts'
import { queries } from '../db/queries.ts'
import { AppError } from '../http/errors.ts'
import { reaches } from '../http/scopes.ts'
import type { Identity } from '../plugins/authentication.ts'

export const homeRights = z.array(z.enum(HOME_RIGHT))

type Person = Pick<Identity, 'userId' | 'key'>

/**
 * What somebody may do in a home (docs/design/members.md): its owner everything, a member what the owner has given them, others nothing.
 * The staff is none of these.
 */
export async function rightsOf(db: Queryable, person: Person | null, property_id: string): Promise<HomeRight[]> {
  if (person === null || !reaches(person, property_id)) return []
  const found = await queries.properties.findRelation(db, { property_id, user_id: person.userId })
  return homeRights.parse(found?.rights ?? [])
}

/** Whether somebody may do something in a home. A member who may not is told which right is missing. @throws AppError 403 */
export async function mayIn(
  db: Queryable,
  person: Person | null,
  property_id: string,
  wanted: HomeRight,
): Promise<boolean> {
  const rights = await rightsOf(db, person, property_id)
  if (rights.length > 0 && !rights.includes(wanted)) throw rightMissing(wanted)
  return rights.includes(wanted)
}

type Filtering = Person & {
  /** Whether it reads the homes of all owners. */
  isStaff?: boolean
}

/**
 * Checks the home that a list, an export or a feed is limited to. The staff may name any home, everybody else one that they have to do with.
 * @param wanted what the list asks of its reader in that home: a right, ownership, or any relation.
 * @throws AppError 404 without a relation to the home; 403 for members who lack the right, or who are not the owner
 */
export async function checkListedHome(
  db: Queryable,
  { isStaff = false, ...person }: Filtering,
  property_id: string | undefined,
  wanted: HomeRight | 'owner' | 'any',
): Promise<void> {
  if (property_id === undefined) return
  const found = await queries.properties.findRelation(db, { property_id, user_id: person.userId })
  if (!found || (!isStaff && !reaches(person, property_id))) throw new AppError('notFound')
  if (isStaff) return
  const rights = homeRights.parse(found.rights)
  if (rights.length === 0) throw new AppError('notFound')
  if (wanted === 'any' || found.is_owner) return
  if (wanted === 'owner') throw new AppError('forbidden')
  if (!rights.includes(wanted)) throw rightMissing(wanted)
}

/** 403 with the right that a member would need. */
export const rightMissing = (right: HomeRight): AppError => new AppError('rightMissing', { data: () => ({ right }) })
