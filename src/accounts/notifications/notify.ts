import { pipeline, type Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { texts } from '../../platform/locales/locales.ts'
import { toUser } from '../../realtime/bus/channels.ts'
import type { AccountsContext } from '../context.ts'
import { scopeOfCopies } from './kinds.ts'
import { listOf, type MailingList, unsubscribeLink } from './mailing-lists.ts'
import { notificationPush } from './pushes.ts'
import { about } from './show.ts'
import { type NotificationText, writeNotification } from './texts.ts'

export interface Notification {
  user_id: number
  content: NotificationText
  data: Record<string, unknown>
  /** Says which fact is reported: a second notification with the same key is dropped. */
  dedupe_key: string
  /** The home that it concerns; null: the whole account. Decides which team members get a copy. */
  property_id: string | null
  /** false: the caller sends a mail of its own; `always`: one that no setting turns off. */
  mail?: false | 'always'
  /** Link of its mail; by default to the reservation that it is about, or the front end. */
  link?: string
}

/**
 * Notifies a user in the application, and by mail and push as their settings allow, in the caller's transaction. Members of their team
 * whose scopes cover it get a copy. Returns false for a repetition (docs/design/domain.md, "Notifications").
 */
export async function notify(context: AccountsContext, tx: Transaction, notification: Notification): Promise<boolean> {
  const isNew = await notifyPerson(context, tx, notification)
  if (isNew) await notifyTeam(context, tx, notification)
  return isNew
}

/** A member who caused the notification, such as the author of a message, needs no copy. */
async function notifyTeam(context: AccountsContext, tx: Transaction, notification: Notification): Promise<void> {
  const { user_id: owner_id, content, property_id, data, dedupe_key, mail } = notification
  const scope = scopeOfCopies(content.type)
  if (scope === null) return
  for (const user_id of await context.listNotified(tx, { owner_id, scope, property_id })) {
    if (user_id === data.user_id) continue
    await notifyPerson(context, tx, {
      ...notification,
      user_id,
      account_id: owner_id,
      data: { ...data, account_id: owner_id },
      dedupe_key: `account:${owner_id}:${dedupe_key}`,
      mail: mail === false ? false : undefined,
    })
  }
}

/** A notification for one person alone: a guest, support, or a member of a team who gets a copy. */
export interface PersonalNotification extends Omit<Notification, 'mail' | 'property_id'> {
  /** Account of a copy. */
  account_id?: number
  mail?: Notification['mail'] | undefined
}

/** Notifies one person as `notify` does, and no team. Returns false for a repetition. */
export async function notifyPerson(
  context: AccountsContext,
  tx: Transaction,
  notification: PersonalNotification,
): Promise<boolean> {
  const recipient = await queries.notifications.findContact(tx, { user_id: notification.user_id })
  if (!recipient) return false
  const { type, ...facts } = notification.content
  const stored = await queries.notifications.insert(tx, {
    user_id: recipient.id,
    account_id: notification.account_id,
    type,
    content: facts,
    data: notification.data,
    dedupe_key: notification.dedupe_key,
  })
  if (!stored) return false
  const { title, message } = writeNotification(notification.content, recipient.locale)
  const { id, created_at: timestamp } = stored
  const notified = about(notification.content, notification.data)
  const pushed = { id, title, message, ...notified, timestamp }
  const link = notification.link ?? linkOf(context, notified)
  await pipeline({
    push: recipient.wants_push && context.bus.publish(tx, toUser(recipient.id, notificationPush, pushed)),
    important: notification.mail === 'always' && enqueueNotice(context, tx, recipient, { title, message }, link),
    mail: notification.mail === undefined && mailNotice(context, tx, recipient, { title, message }, link, listOf(type)),
  })
  return true
}

/** Notifies all support accounts, when a person has to act. */
export async function notifySupport(
  context: AccountsContext,
  tx: Transaction,
  notice: Omit<PersonalNotification, 'user_id'>,
): Promise<void> {
  for (const { id } of await queries.auth.listSupport(tx, {}))
    await notifyPerson(context, tx, { ...notice, user_id: id })
}

/** Page of a front end for the subject of a notification. */
const linkOf = (context: AccountsContext, { data }: ReturnType<typeof about>): string =>
  typeof data.reservation_id === 'number' ? context.frontEnd.reservation(data.reservation_id) : context.frontEnd.home()

type Recipient = NonNullable<Awaited<ReturnType<typeof queries.notifications.findContact>>>

/** Text for an address that is not verified: without names or words of others, which could be an advertisement. */
export const unquoted = ({ locale }: Pick<Recipient, 'locale'>): { title: string; message: string } =>
  texts(locale).mails.news

/** Notifies a user by mail only, in the caller's transaction, unless they have ended the mails of that list. */
export async function mailNotice(
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  text: { title: string; message: string },
  link = context.frontEnd.home(),
  list: MailingList = 'notifications',
): Promise<void> {
  const isWanted = list === 'marketing' ? recipient.wants_marketing : recipient.wants_email
  if (!isWanted) return
  await enqueueNotice(context, tx, recipient, text, link, { unsubscribe: unsubscribeLink(context, recipient, list) })
}

const enqueueNotice = (
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  text: { title: string; message: string },
  link: string,
  more: { unsubscribe?: string } = {},
) =>
  context.mail.enqueue(tx, {
    to: recipient.email,
    locale: recipient.locale,
    content: { template: 'notification', ...(recipient.verified ? text : unquoted(recipient)), link },
    ...more,
  })
