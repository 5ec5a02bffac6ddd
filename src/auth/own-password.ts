import type { Database } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { isPassword } from './passwords.ts'
import { countWithin, QUARTER_SECONDS, tooManyRequests } from './throttle.ts'

/** Wrong passwords that a signed-in caller gives, from anywhere, in a quarter of an hour. */
const MAX_WRONG = 10

/**
 * Whether a signed-in caller repeats the password of their account; one without a password (external sign-in) has none
 * to repeat. Counted outside of transactions, so that refusals do not take the count back; whoever then locks the
 * account compares the version of its tokens, which a new password raises.
 * @throws AppError 429 with the seconds to wait.
 */
export async function repeatsPassword(db: Database, userId: number, given: string | undefined): Promise<boolean> {
  const account = await queries.auth.findPassword(db, { user_id: userId })
  if (account?.password_hash === null) return true
  if (given === undefined) return false
  const key = `own-password ${userId}`
  const wait = await countWithin(db, { key, limit: MAX_WRONG, seconds: QUARTER_SECONDS })
  if (wait > 0) throw tooManyRequests(wait)
  const isRight = await isPassword(account?.password_hash, given)
  if (isRight) await queries.auth.uncountAttempt(db, { key })
  return isRight
}
