import { hashSecret, randomCode } from '../../accounts/auth/passwords.ts'
import { compareCode, countMail, tooManyRequests } from '../../accounts/auth/throttle.ts'
import { aboutStay } from '../../accounts/notifications/mails.ts'
import { countContactMail } from '../../bookings/states/contact-mail.ts'
import { codeAddress, type GuestAddress, isProved } from '../../bookings/states/proved.ts'
import { isOpen } from '../../bookings/states/states.ts'
import { LINK_SCOPES, type LinkScope, mailedLink, stayLink } from '../../bookings/states/stay-link.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import type { Expiry } from '../../platform/jobs/expiry.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { HostingContext } from '../context.ts'
import type { Opened, StayRow } from './view.ts'

/** Codes that prove that somebody reads the mails of the guest of a stay: a link alone may have been passed on. */

export const expiries: Expiry[] = [
  { table: 'stay_codes', deleteSome: ({ db }) => queries.stayPage.deleteExpiredCodes(db, {}) },
]

type Addressed = Pick<StayRow, 'id' | 'guest_id' | 'has_grants'> & GuestAddress

/** Purpose of a code, as a scope. */
type CodeScope = Extract<LinkScope, 'reservations.write' | 'register.read'>

/** The address to which codes of a stay go: that of the account of its guest, or one that is proved. Nodes of 0.2 mail them to the present one. */
const addressOfCodes = (stay: Addressed, scope: CodeScope): string | null =>
  stay.guest_id !== null || !stay.has_grants ? stay.email : codeAddress(stay, scope)

/** True if somebody is known to read an address: only then may a mail have words of the company. Pure. */
const isReader = ({ guest_id, is_verified, proved_email }: StayRow, address: string): boolean =>
  guest_id === null ? isProved({ email: address, proved_email }) : is_verified

/** A code is for the addresses of its stay as they are when it is mailed: another address voids it. */
const hashCode = (stay: Addressed, scope: CodeScope, code: string): Buffer =>
  hashSecret(`stay ${stay.id} of ${stay.email?.toLowerCase()} to ${addressOfCodes(stay, scope)?.toLowerCase()}:${code}`)

/**
 * Mails six digits to the guest of a stay, valid for ten minutes and once; earlier ones are void. An address that is not proved gets the
 * link of the stay, whose form proves it.
 * @throws AppError 409 without an address, and for a stay that was cancelled or never confirmed, 429 after five mails in an hour, or five links in a day.
 */
export async function mailCode(
  context: HostingContext,
  { stay }: Opened,
  scope: CodeScope,
): Promise<'codeSent' | 'linkSent'> {
  const { id: reservation_id, email, language, status } = stay
  if (!isOpen(status)) throw new AppError('illegalMove')
  const address = addressOfCodes(stay, scope)
  const to = address ?? email
  if (to === null) throw new AppError('noAddress')
  const locale = nearestLocale(language)
  await transaction(context.db, async (tx) => {
    const wait = await countMail(tx, 'stay', to)
    if (wait > 0) throw tooManyRequests(wait)
    const letter = { to, locale, about: aboutStay(reservation_id) }
    if (address === null) {
      const pause = await countContactMail(tx, to)
      if (pause > 0) throw tooManyRequests(pause)
      const { email_scopes, check_in, check_out } = stay
      const text = texts(locale).mails.stay({ days: texts(locale).words.days(check_in, check_out) })
      const link = mailedLink(context, stay, { email: to, email_scopes })
      return context.mail.enqueue(tx, { ...letter, content: { template: 'notification', ...text, link } })
    }
    const code = randomCode()
    await queries.stayPage.upsertCode(tx, { reservation_id, code_hash: hashCode(stay, scope, code) })
    const content = { template: 'stay_code' as const, code, link: linkOfCode(context, stay, address) }
    await context.mail.enqueue(tx, { ...letter, content, ...(isReader(stay, address) && { company: stay.owner_id }) })
  })
  return address === null ? 'linkSent' : 'codeSent'
}

/** The link of a mail with a code. An address that is not that of the stay any longer gets one that opens no more than days and home. */
const linkOfCode = (context: HostingContext, stay: StayRow, to: string): string =>
  stay.guest_id === null && to === stay.email
    ? mailedLink(context, stay, { email: to, email_scopes: stay.email_scopes })
    : stayLink(context, stay, { origin: 'guest', scopes: stay.guest_id === null ? [] : LINK_SCOPES })

/**
 * Checks a mailed code, and returns the step that uses it up in the transaction of what it is for.
 * @throws AppError 400 a wrong code, also after fifteen wrong ones of the stay in a day.
 */
export async function checkCode(
  context: HostingContext,
  stay: Addressed,
  scope: CodeScope,
  code: string,
): Promise<(tx: Transaction) => Promise<void>> {
  const { id: reservation_id } = stay
  const code_hash = hashCode(stay, scope, code)
  const outcome = await transaction(context.db, async (tx) => {
    const expected = (await queries.stayPage.lockCode(tx, { reservation_id }))?.code_hash
    return compareCode(tx, `code of stay ${reservation_id}`, { expected, given: code_hash })
  })
  if (outcome !== 'right') throw invalid({ code: 'wrongCode' })
  return async (tx) => {
    if (!(await queries.stayPage.takeCode(tx, { reservation_id, code_hash }))) throw invalid({ code: 'wrongCode' })
  }
}
