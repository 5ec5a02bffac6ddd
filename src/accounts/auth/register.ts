import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { networkOf } from '../../platform/lib/network.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { AVATAR_EDGE, encodeImage, picturesIn } from '../../platform/storage/images.ts'
import type { AccountsContext } from '../context.ts'
import { hashPassword } from './passwords.ts'
import { registration } from './schemas.ts'
import { assertNewUsername, countTaken, refuseUsedUp, takenFields, takenMeanwhile } from './taken.ts'
import { countOrRefuse, DAY_SECONDS, tooManyRequests } from './throttle.ts'
import { sendVerification } from './verification.ts'

/** Facts of a registration to look up in the database; malformed values count as absent. */
const identifiers = z.object({
  username: registration.shape.username.catch(''),
  email: registration.shape.email.catch(''),
  phone: registration.shape.phone.catch(undefined),
  country_id: registration.shape.country_id.optional().catch(undefined),
})

/**
 * Creates an account, and mails the verification of its address.
 * @param body as its schema has read it, unless that has refused it.
 * @throws AppError 400 with all that is wrong, also what only the database knows, 413, 429.
 */
export async function register(
  context: AccountsContext,
  body: z.infer<typeof registration>,
  refused: AppError | undefined,
  { ip, locale }: { ip: string; locale: Locale },
) {
  const { country_id, ...given } = identifiers.parse(body)
  const taken = await takenFields(context.db, given, 0)
  const country = country_id === undefined ? undefined : await queries.places.findCountry(context.db, { country_id })
  const unknown = country_id !== undefined && !country && ({ country_id: 'unknown' } as const)
  const fields = { ...invalid({ ...taken, ...unknown }).fields, ...refused?.fields }
  const network = networkOf(ip)
  if (refused || Object.keys(fields).length > 0) {
    await refuseUsedUp(context.db, network)
    await countTaken(context.db, network, fields)
    throw new AppError('validation', { fields, cause: refused })
  }
  const { avatar, password, password_confirmation: _, ...form } = body
  const limit = context.config.quotas.registrationsPerDay
  const registrations = { key: `registrations of ${network}`, limit, seconds: DAY_SECONDS }
  await countOrRefuse(context.db, registrations)
  const image = avatar && (await encodeImage(avatar, AVATAR_EDGE, 'avatar'))
  const amount = image ? picturesIn(image.source_pixels) - 1 : 0
  if (amount > 0) await countOrRefuse(context.db, { ...registrations, amount })
  const password_hash = await hashPassword(password)
  const stored = image && (await context.storage.save('avatars', image.content, 'webp'))
  try {
    return await transaction(context.db, async (tx) => {
      await assertNewUsername(tx, form.username)
      const named = { ...form, country_id: country?.id ?? form.country_id }
      const created = await queries.auth.insertUser(tx, { ...named, password_hash, locale, avatar: stored })
      const addressee = { ...created, first_name: form.first_name, locale }
      const wait = await sendVerification(context, tx, addressee)
      if (wait > 0) throw tooManyRequests(wait)
      return created
    })
  } catch (error) {
    if (stored) await context.storage.discard(stored, error)
    throw takenMeanwhile(error) ?? error
  }
}
