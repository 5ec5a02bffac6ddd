import type { Queryable, Transaction } from '../../platform/db/client.ts'
import type { NotificationType } from '../../platform/db/enums.ts'
import type { queries } from '../../platform/db/queries.ts'
import { nameOf } from '../../platform/http/brand.ts'
import { workContext } from '../../platform/lib/work-context.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { Letter } from '../../platform/mail/letter.ts'
import { countWithin, MINUTE_SECONDS } from '../auth/throttle.ts'
import type { AccountsContext } from '../context.ts'
import { type Topic, topicOf } from './kinds.ts'
import { listOf, type MailingList, unsubscribeLink } from './mailing-lists.ts'
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

/** Text for an address that is not verified: without names or words of others, which could be an advertisement. */
export const unquoted = (
  { config }: Pick<AccountsContext, 'config'>,
  { locale }: Pick<Recipient, 'locale'>,
): { title: string; message: string } => texts(locale).mails.news(nameOf(config.brand))

/** The words of a mail: what has happened, and facts below it, one a line. */
export interface NoticeText {
  title: string
  message: string
  lines?: string[] | undefined
}

/** Further parts of the mail of a notice. */
interface NoticeMail {
  topic: Topic | undefined
  /** Link to open, by default the front end. */
  link?: string | undefined
  list?: MailingList
  /** The account whose company signs it. */
  company?: number | undefined
  about?: string | undefined
}

/** A notification as its recipient is mailed it. */
interface MailedNotice extends NoticeText {
  /** Its type, ids and facts. */
  notified: ReturnType<typeof about>
  link?: string | undefined
  company?: number | undefined
}

/** The subject of mails about a stay. Pure. */
export const aboutStay = (id: number): string => `stay ${id}`

/** True for news of a stay that its reader has just caused in person; a key of theirs acts for guests. */
export function isOwnAct(type: NotificationType, { id }: Pick<Recipient, 'id'>): boolean {
  const topic = topicOf(type)
  const actor = workContext().request?.actor?.()
  return (topic === 'stays' || topic === 'money') && actor?.key_id === null && actor.id === id
}

/** Mails a user a notification. A company reads guest, home, days and price of the stay that it is about, with a link to it. */
export async function mailNotification(
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  { title, message, notified, ...mail }: MailedNotice,
): Promise<void> {
  const { type, data } = notified
  const { reservation_id, account_id: owner_id = recipient.id } = data
  const more = { ...mail, list: listOf(type), topic: topicOf(type) }
  if (typeof reservation_id !== 'number') return mailNotice(context, tx, recipient, { title, message }, more)
  const lines = await context.linesOfStay(tx, { reservation_id, owner_id, locale: recipient.locale })
  const { officeStay, reservation } = context.frontEnd
  const link = lines ? officeStay(reservation_id) : (mail.link ?? reservation(reservation_id))
  await mailNotice(
    context,
    tx,
    recipient,
    { title, message, lines },
    { ...more, link, about: aboutStay(reservation_id) },
  )
}

/** True if somebody wants mails of a topic. Pure. */
export const wantsMail = (
  { wants_marketing, wants_email, muted }: Pick<Recipient, 'wants_marketing' | 'wants_email' | 'muted'>,
  topic: Topic | undefined,
  list: MailingList = 'notifications',
): boolean => (list === 'marketing' ? wants_marketing : wants_email) && (topic === undefined || !muted.includes(topic))

/** Notifies a user by mail only, in the caller's transaction, unless they have ended the mails of that list. */
export async function mailNotice(
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  text: NoticeText,
  { topic, link = context.frontEnd.home(), list = 'notifications', ...more }: NoticeMail,
): Promise<void> {
  if (!wantsMail(recipient, topic, list)) return
  const unsubscribe = unsubscribeLink(context, recipient, list)
  await mailAlways(context, tx, recipient, text, { link, unsubscribe, isNews: true, ...more })
}

/** Mails a user what no setting turns off. */
export const mailAlways = (
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  text: NoticeText,
  { link, company, ...more }: { link: string } & Pick<Letter, 'company' | 'about' | 'unsubscribe' | 'isNews'>,
) =>
  context.mail.enqueue(tx, {
    to: recipient.email,
    locale: recipient.locale,
    content: { template: 'notification', ...(recipient.verified ? text : unquoted(context, recipient)), link },
    company: recipient.verified ? company : undefined,
    ...more,
  })
