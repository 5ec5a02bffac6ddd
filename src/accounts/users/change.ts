import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, type FieldMessageKey, type FieldProblems, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import type { TokenOwner } from '../../platform/plugins/tokens.ts'
import { AVATAR_EDGE, encodeImage } from '../../platform/storage/images.ts'
import { repeatsPassword } from '../auth/own-password.ts'
import { hashPassword } from '../auth/passwords.ts'
import { countTaken, refuseUsedUp, takenFields, takenMeanwhile } from '../auth/taken.ts'
import { countOrRefuse, DAY_SECONDS, tooManyRequests } from '../auth/throttle.ts'
import { notifyOfChange } from '../auth/undo.ts'
import { sendVerification } from '../auth/verification.ts'
import type { AccountsContext } from '../context.ts'
import { countOfDay, countPixels } from '../quotas/quotas.ts'
import type { ProfileChanges } from './schemas.ts'

/** Each of them mails an address that need not be the caller's. */
const ADDRESS_CHANGES = { limit: 5, seconds: 3_600 }

/** The fields that no two accounts share. */
const IDENTIFIERS = ['email', 'username', 'phone'] as const

/** Personal data that homes and stays show: programs are notified of each of them. */
const SHOWN = ['first_name', 'last_name', 'phone', 'avatar'] as const
const CHANGES_SHOWN = { limit: 50, seconds: DAY_SECONDS }

/**
 * Merges changes into a profile under a lock. A new password revokes every token and voids pending links and codes; the
 * returned owner gets a new token. A new address gets a verification mail and replaces the present one when it is
 * verified. The present address cancels a pending change of address.
 * @param malformed what is wrong with the fields that the changes leave out; all that is wrong is said at once.
 * @throws AppError 400 with field messages, 401 when the token was revoked meanwhile, 429 after wrong passwords or too
 * many mails to the new address.
 */
export async function changeProfile(
  context: AccountsContext,
  { userId, tokenVersion }: Pick<Identity, 'userId' | 'tokenVersion'>,
  changes: ProfileChanges,
  malformed: FieldProblems = {},
): Promise<TokenOwner | undefined> {
  const { avatar, email, password, current_password, password_confirmation: _, ...fields } = changes
  const mayNeedPassword = password !== undefined || email !== undefined
  const isOwner = mayNeedPassword && (await repeatsPassword(context.db, userId, current_password))
  const limit = context.config.quotas.picturesPerDay
  if (avatar) await countOfDay(context.db, 'pictures', userId, { limit })
  const wrong = { ...malformed }
  const image = avatar && (await encodeImage(avatar, AVATAR_EDGE, 'avatar').catch(note(wrong)))
  if (image) await countPixels(context.db, userId, { limit, pixels: image.source_pixels })
  const stored = image && (await context.storage.save('avatars', image.content, 'webp'))
  // Hashing takes some hundred milliseconds, and nothing is locked yet.
  const password_hash = password !== undefined && isOwner ? await hashPassword(password) : null
  try {
    const { before, after } = await transaction(context.db, async (tx) => {
      const before = await lockOwn(tx, userId, tokenVersion)
      const newEmail = email === before.email.toLowerCase() ? undefined : email
      // A request for the present address cancels a pending change.
      const callsOff = email !== undefined && newEmail === undefined
      const { password_hash: _hash, ...known } = before
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      const merged = { ...known, ...given, avatar: avatar === null ? null : (stored ?? before.avatar) }
      const identifiers = { ...merged, email: email ?? before.email }
      if (IDENTIFIERS.some((field) => identifiers[field] !== before[field])) await refuseUsedUp(tx, userId)
      if (merged.username !== before.username) await queries.auth.lockUsername(tx, merged)
      const problems: Record<string, FieldMessageKey> = await takenFields(tx, identifiers, userId)
      const needsPassword = password !== undefined || newEmail !== undefined
      if (needsPassword && !isOwner) Object.assign(problems, wrongPassword(current_password))
      const country =
        merged.country_id === null ? undefined : await queries.places.findCountry(tx, { country_id: merged.country_id })
      if (merged.country_id !== null && !country) problems.country_id = 'unknown'
      const allWrong = { ...invalid(problems).fields, ...wrong }
      if (Object.keys(allWrong).length > 0) throw new AppError('validation', { fields: allWrong })
      if (SHOWN.some((field) => merged[field] !== before[field]))
        await countOrRefuse(tx, { key: `changes shown of ${userId}`, ...CHANGES_SHOWN })
      const after = await queries.auth.updateUser(tx, {
        ...merged,
        country_id: country?.id ?? null,
        user_id: userId,
        password_hash,
      })
      if (password !== undefined) {
        await queries.auth.deletePending(tx, { user_id: userId })
        if (before.verified) {
          const remaining = await context.remainingAccess(tx, userId)
          await notifyOfChange(context, tx, merged, { template: 'password_changed', ...remaining })
        }
        await context.bus.disconnect(tx, userId)
      }
      const calledOff = callsOff && (await queries.auth.deleteAddressChange(tx, { user_id: userId }))
      if (newEmail !== undefined) {
        await countOrRefuse(tx, { key: `address changes of ${userId}`, ...ADDRESS_CHANGES })
        const wait = await sendVerification(context, tx, { ...merged, email: newEmail }, newEmail)
        if (wait > 0) throw tooManyRequests(wait)
      } else if ((password !== undefined || calledOff) && !before.verified) {
        await sendVerification(context, tx, merged)
      }
      return { before, after }
    })
    if (avatar !== undefined && before.avatar) await context.storage.remove(before.avatar)
    return password === undefined ? undefined : after
  } catch (error) {
    if (stored) await context.storage.discard(stored, error)
    const refusal = takenMeanwhile(error) ?? error
    if (refusal instanceof AppError) await countTaken(context.db, userId, refusal.fields)
    throw refusal
  }
}

/** Locks the caller's account. @throws AppError 401 when a recovery has revoked the token meanwhile. */
export async function lockOwn(tx: Transaction, userId: number, tokenVersion: number) {
  const account = await queries.auth.lockUser(tx, { user_id: userId })
  if (account?.token_version !== tokenVersion) throw new AppError('invalidToken')
  return account
}

/** Error for a wrong current password. Pure. */
export const wrongPassword = (given: string | undefined): Record<'current_password', FieldMessageKey> => ({
  current_password: given === undefined ? 'required' : 'wrongPassword',
})

/** Adds what a refusal says of fields to what is wrong. @throws any other error */
const note = (wrong: FieldProblems) => (error: unknown) => {
  if (!(error instanceof AppError) || !error.fields) throw error
  Object.assign(wrong, error.fields)
  return undefined
}
