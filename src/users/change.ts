import type { FastifyInstance } from 'fastify'
import { hashPassword, isPassword } from '../auth/passwords.ts'
import { takenFields } from '../auth/taken.ts'
import { sendVerification } from '../auth/verification.ts'
import { databaseError, transaction } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { AppError, type FieldMessageKey, invalid } from '../errors.ts'
import type { TokenOwner } from '../plugins/authentication.ts'
import { publish } from '../realtime/bus.ts'
import { AVATAR_EDGE, encodeImage } from '../storage/images.ts'
import type { ProfileChanges } from './schemas.ts'

/**
 * Merges changes into a profile under a lock. A new password voids every token; what is returned is whom to give a
 * fresh one. A new address gets its verification mail, and the old one keeps its rights until then.
 * @throws AppError 400 with field messages.
 */
export async function changeProfile(
  app: FastifyInstance,
  userId: number,
  changes: ProfileChanges,
): Promise<TokenOwner | undefined> {
  const { avatar, email, password, current_password, password_confirmation: _, ...fields } = changes
  const image = avatar && (await encodeImage(avatar, AVATAR_EDGE, 'avatar'))
  const stored = image && (await app.storage.save('avatars', image.content, 'webp'))
  try {
    const { before, after } = await transaction(app.db, async (tx) => {
      const [before] = await queries.users.lock(tx, { user_id: userId })
      if (!before) throw new AppError('notFound')
      const needsPassword = password !== undefined || (email !== undefined && email !== before.email)
      if (needsPassword) await assertPassword(before.password_hash, current_password)
      const { password_hash: _hash, ...known } = before
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      const merged = { ...known, ...given, avatar: stored ?? before.avatar }
      const problems: Record<string, FieldMessageKey> = await takenFields(
        tx,
        { ...merged, email: email ?? before.email },
        userId,
      )
      const [country] =
        merged.country_id === null ? [] : await queries.places.findCountry(tx, { country_id: merged.country_id })
      if (merged.country_id !== null && !country) problems.country_id = 'unknown'
      if (Object.keys(problems).length > 0) throw invalid(problems)
      const password_hash = password === undefined ? null : await hashPassword(password)
      const [after] = await queries.users.update(tx, {
        ...merged,
        country_id: country?.id ?? null,
        user_id: userId,
        password_hash,
      })
      if (email !== undefined && email !== before.email) await sendVerification(app, tx, { ...merged, email }, email)
      if (password !== undefined) await publish(tx, { kind: 'disconnect', user_id: userId })
      return { before, after }
    })
    if (stored && before.avatar) await app.storage.remove(before.avatar)
    return password === undefined ? undefined : after
  } catch (error) {
    if (stored) await app.storage.remove(stored)
    throw databaseError(error)?.code === '23505' ? invalid({ username: 'usernameTaken' }) : error
  }
}

/** An account without a password (external sign-in) has none to repeat. */
export async function assertPassword(hash: string | null, given: string | undefined): Promise<void> {
  if (hash !== null && !(await isPassword(hash, given ?? '')))
    throw invalid({ current_password: given === undefined ? 'required' : 'wrongPassword' })
}

/**
 * Erases a person: names, addresses, pictures and messages go; reservations and payments stay, without a name, for
 * accounting. @throws AppError 400 wrong password, 409 while stays are owed.
 */
export async function eraseAccount(
  app: FastifyInstance,
  userId: number,
  currentPassword: string | undefined,
): Promise<void> {
  const files = await transaction(app.db, async (tx) => {
    const [account] = await queries.users.lock(tx, { user_id: userId })
    if (!account) throw new AppError('notFound')
    await assertPassword(account.password_hash, currentPassword)
    const [obligations] = await queries.users.countObligations(tx, { user_id: userId })
    if ((obligations?.total ?? 0) > 0) throw new AppError('owesStays')
    const files = await queries.users.listFiles(tx, { user_id: userId })
    await queries.users.erase(tx, { user_id: userId })
    await publish(tx, { kind: 'disconnect', user_id: userId })
    return files
  })
  for (const { path } of files) await app.storage.remove(path)
}
