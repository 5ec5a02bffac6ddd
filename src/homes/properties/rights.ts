import { z } from 'zod'
import type { Queryable } from '../../platform/db/client.ts'
import { HOME_RIGHT, type HomeRight } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError } from '../../platform/http/errors.ts'
import { reaches } from '../../platform/http/scopes.ts'
import type { Identity } from '../../platform/plugins/authentication.ts'

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

/** 403 with the right that a member would need. */
export const rightMissing = (right: HomeRight): AppError => new AppError('rightMissing', { data: () => ({ right }) })
