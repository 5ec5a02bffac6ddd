import type { FastifyInstance } from 'fastify'
import { repeatsPassword } from '../auth/own-password.ts'
import { hashPassword } from '../auth/passwords.ts'
import { takenFields, takenMeanwhile } from '../auth/taken.ts'
import { countOrRefuse, tooManyRequests } from '../auth/throttle.ts'
import { tellOfChange } from '../auth/undo.ts'
import { deleteAddressChange, deletePending, sendVerification } from '../auth/verification.ts'
import { type Transaction, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError, type FieldMessageKey, invalid } from '../http/errors.ts'
import { deleteMethods } from '../payments/methods.ts'
import { findCountry } from '../places/countries.ts'
import type { Identity, TokenOwner } from '../plugins/authentication.ts'
import { countOfDay } from '../quotas/quotas.ts'
import { AVATAR_EDGE, encodeImage } from '../storage/images.ts'
import type { ProfileChanges } from './schemas.ts'

/** Each of them mails an address that need not be the caller's. */
const ADDRESS_CHANGES = { limit: 5, seconds: 3_600 }

/**
 * Merges changes into a profile under a lock. A new password revokes every token and voids pending links and codes; the
 * returned owner gets a new token. A new address gets a verification mail and replaces the present one when it is
 * verified. The present address cancels a pending change of address.
 * @throws AppError 400 with field messages, 401 when the token was revoked meanwhile, 429 after wrong passwords or too
 * many mails to the new address.
 */
export async function changeProfile(
  app: FastifyInstance,
  { userId, tokenVersion }: Pick<Identity, 'userId' | 'tokenVersion'>,
  changes: ProfileChanges,
): Promise<TokenOwner | undefined> {
  const { avatar, email, password, current_password, password_confirmation: _, ...fields } = changes
  const mayNeedPassword = password !== undefined || email !== undefined
  const isOwner = mayNeedPassword && (await repeatsPassword(app.db, userId, current_password))
  if (avatar) await countOfDay(app.db, 'pictures', userId, { limit: app.config.quotas.picturesPerDay })
  const image = avatar && (await encodeImage(avatar, AVATAR_EDGE, 'avatar'))
  const stored = image && (await app.storage.save('avatars', image.content, 'webp'))
  try {
    const { before, after } = await transaction(app.db, async (tx) => {
      const before = await lockOwn(tx, userId, tokenVersion)
      const newEmail = email === before.email.toLowerCase() ? undefined : email
      // A request for the present address cancels a pending change.
      const callsOff = email !== undefined && newEmail === undefined
      if (password !== undefined || newEmail !== undefined) assertPassword(isOwner, current_password)
      const { password_hash: _hash, ...known } = before
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      const merged = { ...known, ...given, avatar: avatar === null ? null : (stored ?? before.avatar) }
      const problems: Record<string, FieldMessageKey> = await takenFields(
        tx,
        { ...merged, email: email ?? before.email },
        userId,
      )
      const country = merged.country_id === null ? undefined : await findCountry(tx, { country_id: merged.country_id })
      if (merged.country_id !== null && !country) problems.country_id = 'unknown'
      if (Object.keys(problems).length > 0) throw invalid(problems)
      const password_hash = password === undefined ? null : await hashPassword(password)
      const after = await queries.users.update(tx, {
        ...merged,
        country_id: country?.id ?? null,
        user_id: userId,
        password_hash,
      })
      if (password !== undefined) {
        await deletePending(tx, { user_id: userId })
        if (before.verified) await tellOfChange(app, tx, merged, 'password_changed')
        await app.bus.disconnect(tx, userId)
      }
      const calledOff = callsOff && (await deleteAddressChange(tx, { user_id: userId }))
      if (newEmail !== undefined) {
        await countOrRefuse(tx, { key: `address changes of ${userId}`, ...ADDRESS_CHANGES })
        const wait = await sendVerification(app, tx, { ...merged, email: newEmail }, newEmail)
        if (wait > 0) throw tooManyRequests(wait)
      } else if ((password !== undefined || calledOff) && !before.verified) {
        await sendVerification(app, tx, merged)
      }
      return { before, after }
    })
    if (avatar !== undefined && before.avatar) await app.storage.remove(before.avatar)
    return password === undefined ? undefined : after
  } catch (error) {
    if (stored) await app.storage.discard(stored, error)
    throw takenMeanwhile(error) ?? error
  }
}

/** Locks the caller's account. @throws AppError 401 when a recovery has revoked the token meanwhile. */
async function lockOwn(tx: Transaction, userId: number, tokenVersion: number) {
  const account = await queries.users.lock(tx, { user_id: userId })
  if (account?.token_version !== tokenVersion) throw new AppError('invalidToken')
  return account
}

function assertPassword(isRight: boolean, given: string | undefined): void {
  if (!isRight) throw invalid({ current_password: given === undefined ? 'required' : 'wrongPassword' })
}

/**
 * What another room does, in the transaction of an erasure and before the account is emptied, to forget a person. Those
 * rooms stand on this one, so they are handed in. Returns files that are removed after the commit.
 */
export type Forget = (app: FastifyInstance, tx: Transaction, userId: number) => Promise<string[]>

/**
 * Erases an account: names, addresses, pictures, notifications and subscriptions are deleted; reservations and payments stay without a
 * name for accounting. @throws AppError 400 wrong password, 401 when the token was revoked meanwhile, 409 while stays
 * are current or to come, 429 after wrong passwords.
 */
export async function eraseAccount(
  app: FastifyInstance,
  { userId, tokenVersion }: Pick<Identity, 'userId' | 'tokenVersion'>,
  currentPassword: string | undefined,
  forget: Forget[],
): Promise<void> {
  const isOwner = await repeatsPassword(app.db, userId, currentPassword)
  const files = await transaction(app.db, async (tx) => {
    await lockOwn(tx, userId, tokenVersion)
    assertPassword(isOwner, currentPassword)
    const files = await queries.users.listFiles(tx, { user_id: userId })
    const theirs: string[] = []
    for (const one of forget) theirs.push(...(await one(app, tx, userId)))
    // Counted last: an inquiry that was accepted while this transaction waited for it is a stay to come.
    const obligations = await queries.users.countObligations(tx, { user_id: userId })
    if (obligations.total > 0) throw new AppError('owesStays')
    await queries.users.erase(tx, { user_id: userId })
    await deleteMethods(app, tx, userId)
    await app.bus.disconnect(tx, userId)
    return [...files.map(({ path }) => path), ...theirs]
  })
  for (const path of files) await app.storage.remove(path)
}
