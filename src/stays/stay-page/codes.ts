import { hashSecret, randomCode } from '../../accounts/auth/passwords.ts'
import { compareCode, countMail, tooManyRequests } from '../../accounts/auth/throttle.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import type { StaysContext } from '../context.ts'
import { isOpen } from '../stays/states.ts'
import { stayLink } from '../stays/stay-link.ts'
import type { StayRow } from './view.ts'

/** Codes that prove that somebody reads the mails of the guest of a stay: a link alone may have been passed on. */

export const expiries: Expiry[] = [
  { table: 'stay_codes', deleteSome: ({ db }) => queries.stayPage.deleteExpiredCodes(db, {}) },
]

const hashCode = (reservation_id: number, code: string): Buffer => hashSecret(`stay ${reservation_id}:${code}`)

/**
 * Mails six digits to the guest of a stay, valid for ten minutes and once; earlier ones are void.
 * @throws AppError 409 without an address, and for a stay that was cancelled or never confirmed, 429 after five mails in an hour.
 */
export async function mailCode(context: StaysContext, stay: StayRow): Promise<void> {
  const { id: reservation_id, email: to, language, status } = stay
  if (!isOpen(status)) throw new AppError('illegalMove')
  if (to === null) throw new AppError('noAddress')
  await transaction(context.db, async (tx) => {
    const wait = await countMail(tx, 'stay', to)
    if (wait > 0) throw tooManyRequests(wait)
    const code = randomCode()
    await queries.stayPage.upsertCode(tx, { reservation_id, code_hash: hashCode(reservation_id, code) })
    const content = { template: 'stay_code' as const, code, link: stayLink(context, stay) }
    await context.mail.enqueue(tx, { to, locale: nearestLocale(language), content })
  })
}

/**
 * Checks a mailed code, and returns the step that uses it up in the transaction of what it is for.
 * @throws AppError 400 a wrong code, also after fifteen wrong ones of the stay in a day.
 */
export async function checkCode(
  context: StaysContext,
  reservation_id: number,
  code: string,
): Promise<(tx: Transaction) => Promise<void>> {
  const code_hash = hashCode(reservation_id, code)
  const outcome = await transaction(context.db, async (tx) => {
    const expected = (await queries.stayPage.lockCode(tx, { reservation_id }))?.code_hash
    return compareCode(tx, `code of stay ${reservation_id}`, { expected, given: code_hash })
  })
  if (outcome !== 'right') throw invalid({ code: 'wrongCode' })
  return async (tx) => {
    if (!(await queries.stayPage.takeCode(tx, { reservation_id, code_hash }))) throw invalid({ code: 'wrongCode' })
  }
}
