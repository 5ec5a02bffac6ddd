import type { Queryable, Transaction } from '../../platform/db/client.ts'
import { databaseError } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { type AppError, codeOf, type FieldMessageKey, type FieldProblems, invalid } from '../../platform/http/errors.ts'
import { countOrRefuse, DAY_SECONDS } from './throttle.ts'

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

/**
 * Waits for accounts that are taking a name that looks like this one. The caller holds the transaction in which it is taken.
 * @throws AppError 400 when another account has one.
 */
export async function assertNewUsername(tx: Transaction, username: string): Promise<void> {
  await queries.auth.lockUsername(tx, { username })
  const { username: taken } = await takenFields(tx, { username, email: '' }, 0)
  if (taken) throw invalid({ username: taken })
}

/** Refusals that say whether an account exists, for one address or account in a day. */
const MAX_TAKEN_A_DAY = 100

const TAKEN = new Set<string>(['emailTaken', 'usernameTaken', 'phoneTaken'].map(codeOf))

/**
 * Counts a refusal that says that an identifier belongs to an account, so that nobody can ask for many.
 * @throws AppError 429 instead of the hundred-and-first in a day.
 */
export async function countTaken(db: Queryable, who: string | number, fields: FieldProblems = {}): Promise<void> {
  const isTaken = Object.values(fields).some((problems) => problems.some(({ code }) => TAKEN.has(code)))
  if (isTaken) await countOrRefuse(db, { ...counterOf(who), limit: MAX_TAKEN_A_DAY })
}

/**
 * Refuses a request that could reveal whether an account exists, once the hundred answers of a day are used up.
 * @throws AppError 429.
 */
export const refuseUsedUp = (db: Queryable, who: string | number): Promise<void> =>
  countOrRefuse(db, { ...counterOf(who), limit: MAX_TAKEN_A_DAY - 1, amount: 0 })

/** @param who the network of a stranger, or the account that asks. */
const counterOf = (who: string | number) => ({ key: `taken for ${who}`, seconds: DAY_SECONDS })

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
