import type { Queryable } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import type { FieldMessageKey } from '../errors.ts'

interface Identifiers {
  email: string
  username: string
  phone?: string | null | undefined
}

/** A field message for each identifier that another account already has; `userId` is the account itself, 0 for a new one. */
export async function takenFields(
  db: Queryable,
  identifiers: Identifiers,
  userId: number,
): Promise<Record<string, FieldMessageKey>> {
  const [taken] = await queries.users.findTaken(db, { ...identifiers, user_id: userId })
  return {
    ...(taken?.email ? { email: 'emailTaken' } : {}),
    ...(taken?.username ? { username: 'usernameTaken' } : {}),
    ...(taken?.phone ? { phone: 'phoneTaken' } : {}),
  }
}
