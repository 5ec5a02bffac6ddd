import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { isPassword } from './passwords.ts'
import { countGuess, QUARTER_SECONDS } from './throttle.ts'

/** Wrong current passwords of a signed-in caller in a quarter of an hour, from any address. */
const MAX_WRONG = 10

/**
 * True if a signed-in caller has given the current password of their account; always true for an account without a
 * password (external sign-in). The attempt is counted outside of transactions, so that a rollback does not undo it.
 * Callers lock the account afterwards and compare the version of its tokens, which a new password raises.
 * @throws AppError 429 with the seconds to wait.
 */
export async function repeatsPassword(db: Queryable, userId: number, given: string | undefined): Promise<boolean> {
  const account = await queries.auth.findPassword(db, { user_id: userId })
  if (account?.password_hash === null) return true
  if (given === undefined) return false
  const key = `own-password ${userId}`
  await countGuess(db, [{ key, limit: MAX_WRONG, seconds: QUARTER_SECONDS }])
  const isRight = await isPassword(account?.password_hash, given)
  if (isRight) await queries.auth.uncountAttempt(db, { key })
  return isRight
}
