import type { Queryable } from '../db/client.ts'
import { databaseError } from '../db/errors.ts'
import { queries } from '../db/queries.ts'
import { type AppError, type FieldMessageKey, invalid } from '../http/errors.ts'

interface Identifiers {
  email: string
  username: string
  phone?: string | null | undefined
}

/** A field message for each identifier of another account. `userId` is the present account, 0 for a new one. */
export async function takenFields(
  db: Queryable,
  identifiers: Identifiers,
  userId: number,
): Promise<Record<string, FieldMessageKey>> {
  const taken = await queries.auth.findTaken(db, { ...identifiers, user_id: userId })
  return {
    ...(taken?.email ? { email: 'emailTaken' } : {}),
    ...(taken?.username ? { username: 'usernameTaken' } : {}),
    ...(taken?.phone ? { phone: 'phoneTaken' } : {}),
  }
}

const UNIQUE_FIELDS: Record<string, Record<string, FieldMessageKey>> = {
  users_email_key: { email: 'emailTaken' },
  users_username_key: { username: 'usernameTaken' },
  users_phone_number_key: { phone: 'phoneTaken' },
}

/** The field error for an identifier that another account took concurrently; undefined for any other error. */
export function takenMeanwhile(error: unknown): AppError | undefined {
  const fields = UNIQUE_FIELDS[databaseError(error)?.constraint ?? '']
  return fields && invalid(fields)
}
