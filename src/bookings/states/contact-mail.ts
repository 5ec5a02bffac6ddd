import { countWithin, DAY_SECONDS, mayMail } from '../../accounts/auth/throttle.ts'
import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { NotificationType } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { BookingsContext } from '../context.ts'
import { isProved } from './proved.ts'
import { mailedLink } from './stay-link.ts'

/** Daily mails to an address that a company typed and nobody confirmed. */
const MAILS_TO_A_CONTACT = { limit: 5, seconds: DAY_SECONDS }
/** A payment and the confirmation that it brings are one mail. */
const PAID: readonly string[] = ['payment_received', 'reservation_confirmed']
const MAILS_OF_A_PAID_STAY = { limit: 1, seconds: 60 }
/** A fact is mailed once, as it is notified once. */
const MAILS_OF_A_FACT = { limit: 1, seconds: 30 * DAY_SECONDS }

/** Counts a mail with a fixed text to an address. Returns 0, or the seconds to wait after five in a day. */
export const countContactMail = (db: Queryable, to: string): Promise<number> =>
  countWithin(db, { key: `contact-mail ${to.toLowerCase()}`, ...MAILS_TO_A_CONTACT })

/** A fact of a stay, and the link of its mail; by default that of the stay. */
interface News {
  type: NotificationType
  dedupe_key: string
  link?: string | undefined
}

/**
 * Mails a guest without an account: one fixed text, because the address may be somebody else's, and a link to a payment or to the page of
 * the stay.
 */
export async function mailContactNow(
  context: BookingsContext,
  tx: Transaction,
  reservation_id: number,
  { link, type, dedupe_key }: News,
): Promise<void> {
  const contact = await queries.states.findContact(tx, { reservation_id })
  if (!contact?.email) return
  const { email: to, email_scopes, language, check_in, check_out } = contact
  if (PAID.includes(type)) {
    const key = `mail of paid stay ${reservation_id}`
    if ((await countWithin(tx, { key, ...MAILS_OF_A_PAID_STAY })) > 0) return
  }
  if ((await countContactMail(tx, to)) > 0) return
  const fact = `mail of ${dedupe_key} to ${to.toLowerCase()}`
  if ((await countWithin(tx, { key: fact, ...MAILS_OF_A_FACT })) > 0) return
  if (!(await mayMail(tx, to))) return
  const locale = nearestLocale(language)
  const { title, message } = texts(locale).mails.stay({ days: texts(locale).words.days(check_in, check_out) })
  const letter = {
    template: 'notification',
    title,
    message,
    link: link ?? mailedLink(context, { id: reservation_id, ...contact }, { email: to, email_scopes }),
  } as const
  await context.mail.enqueue(tx, {
    to,
    locale,
    content: letter,
    ...(isProved(contact) && { company: contact.owner_id }),
  })
}
