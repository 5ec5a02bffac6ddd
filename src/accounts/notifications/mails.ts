import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { NotificationType } from '../../platform/db/enums.ts'
import type { queries } from '../../platform/db/queries.ts'
import { nameOf } from '../../platform/http/brand.ts'
import { texts } from '../../platform/locales/locales.ts'
import { countWithin, MINUTE_SECONDS, mayMail } from '../auth/throttle.ts'
import type { AccountsContext } from '../context.ts'
import { type MailingList, unsubscribeLink } from './mailing-lists.ts'
import type { about } from './show.ts'

/** Mails of notifications. */

export type Recipient = Awaited<ReturnType<typeof queries.notifications.listContacts>>[number]

/** Types whose notifications about one stay are gathered in one mail. */
const GATHERED: ReadonlySet<NotificationType> = new Set<NotificationType>(['reservation_modified', 'change_requested'])

export const isGathered = (type: NotificationType): boolean => GATHERED.has(type)

/** A mail waits this long for more of the same. */
const GATHER_SECONDS = 5 * MINUTE_SECONDS
/** The mail is written when the transactions that counted on it have ended. */
export const GATHER_AFTER_SECONDS = GATHER_SECONDS + MINUTE_SECONDS

/** Returns true if a mail that waits already covers this subject. Otherwise the caller enqueues one for `GATHER_AFTER_SECONDS` later. */
export const isGatheredAlready = async (db: Queryable, subject: string): Promise<boolean> =>
  (await countWithin(db, { key: `gathered mail ${subject}`, limit: 1, seconds: GATHER_SECONDS })) > 0

/** Page of a front end for the subject of a notification. */
export const linkOf = (context: AccountsContext, { data }: ReturnType<typeof about>): string =>
  typeof data.reservation_id === 'number' ? context.frontEnd.reservation(data.reservation_id) : context.frontEnd.home()

/** Text for an address that is not verified: without names or words of others, which could be an advertisement. */
export const unquoted = (
  { config }: Pick<AccountsContext, 'config'>,
  { locale }: Pick<Recipient, 'locale'>,
): { title: string; message: string } => texts(locale).mails.news(nameOf(config.brand))

/** Further parts of the mail of a notice. */
interface NoticeMail {
  /** Link to open, by default the front end. */
  link?: string | undefined
  list?: MailingList
  /** The account whose company signs it. */
  company?: number | undefined
}

/** Notifies a user by mail only, in the caller's transaction, unless they have ended the mails of that list. */
export async function mailNotice(
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  text: { title: string; message: string },
  { link = context.frontEnd.home(), list = 'notifications', company }: NoticeMail = {},
): Promise<void> {
  const isWanted = list === 'marketing' ? recipient.wants_marketing : recipient.wants_email
  if (!isWanted || !(await mayMail(tx, recipient.email))) return
  const unsubscribe = unsubscribeLink(context, recipient, list)
  await mailAlways(context, tx, recipient, text, { link, company, unsubscribe })
}

/** Mails a user what no setting turns off. */
export const mailAlways = (
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  text: { title: string; message: string },
  { link, company, ...more }: { link: string; company?: number | undefined; unsubscribe?: string },
) =>
  context.mail.enqueue(tx, {
    to: recipient.email,
    locale: recipient.locale,
    content: { template: 'notification', ...(recipient.verified ? text : unquoted(context, recipient)), link },
    company: recipient.verified ? company : undefined,
    ...more,
  })
