import { pipeline, type Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { toUser } from '../../realtime/bus/channels.ts'
import type { AccountsContext } from '../context.ts'
import { mailGathered } from './gathered.jobs.ts'
import { scopeOfCopies } from './kinds.ts'
import {
  GATHER_AFTER_SECONDS,
  isGathered,
  isGatheredAlready,
  isOwnAct,
  mailAlways,
  mailNotification,
  type Recipient,
} from './mails.ts'
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
  /** The account whose company signs its mail; undefined: the installation. */
  company?: number
  /** Link of its mail; by default to the reservation that it is about, or the front end. */
  link?: string
}

/**
 * Notifies a user in the application, and by mail and push as their settings allow, in the caller's transaction. Members of their team
 * whose scopes cover it get a copy. Returns false for a repetition (docs/design/domain.md, "Notifications").
 */
export async function notify(context: AccountsContext, tx: Transaction, notification: Notification): Promise<boolean> {
  const [isNew = false] = await notifyAll(context, tx, [notification])
  return isNew
}

/**
 * Notifies users as `notify` does, in their order, which has to be the same for the same facts, so that two transactions cannot deadlock.
 * @returns for each whether it is new.
 */
export async function notifyAll(
  context: AccountsContext,
  tx: Transaction,
  notifications: (Notification | Uncopied)[],
): Promise<boolean[]> {
  const { contacts, teams } = await pipeline({
    contacts: findContacts(tx, notifications),
    teams: pipeline(Object.fromEntries(notifications.map((one, of) => [of, copiesOf(context, tx, one)]))),
  })
  const copies = notifications.flatMap((_, of) => (teams[of] ?? []).map((copy) => ({ ...copy, of })))
  for (const [id, contact] of await findContacts(tx, copies)) contacts.set(id, contact)
  const numbered = [...notifications, ...copies].map((one, number) => ({ of: null, ...one, number }))
  const reachable = numbered.filter(({ user_id }) => contacts.has(user_id))
  const rows = await store(tx, reachable)
  const isNew: boolean[] = notifications.map(() => false)
  const deliveries = reachable.map((one) => {
    const stored = rows.get(keyOf(one))
    const recipient = contacts.get(one.user_id)
    if (!stored || !recipient) return undefined
    if (one.of === null) isNew[one.number] = true
    return deliver(context, tx, recipient, one, stored)
  })
  await pipeline({ ...deliveries })
  return isNew
}

/** A notification for one person alone: a guest, support, or a member of a team who gets a copy. */
export interface PersonalNotification extends Omit<Notification, 'mail' | 'property_id'> {
  /** Account of a copy. */
  account_id?: number
  mail?: Notification['mail'] | undefined
}

/** A notification that no team gets copies of. */
type Uncopied = PersonalNotification & { copies: false }

/** The copies of a notification. A member who caused it, such as the author of a message, needs none. */
async function copiesOf(
  context: AccountsContext,
  tx: Transaction,
  notification: Notification | Uncopied,
): Promise<PersonalNotification[]> {
  if ('copies' in notification) return []
  const { user_id: owner_id, content, property_id, data, dedupe_key, mail } = notification
  const scope = scopeOfCopies(content.type)
  if (scope === null) return []
  const members = await context.listNotified(tx, { owner_id, scope, property_id })
  return members
    .filter((user_id) => user_id !== data.user_id)
    .map((user_id) => ({
      ...notification,
      user_id,
      account_id: owner_id,
      data: { ...data, account_id: owner_id },
      dedupe_key: `account:${owner_id}:${dedupe_key}`,
      mail: mail === false ? false : undefined,
    }))
}

async function findContacts(tx: Transaction, people: { user_id: number }[]): Promise<Map<number, Recipient>> {
  if (people.length === 0) return new Map()
  const user_ids = [...new Set(people.map(({ user_id }) => user_id))]
  const contacts = await queries.notifications.listContacts(tx, { user_ids })
  return new Map(contacts.map((contact) => [contact.id, contact]))
}

type Stored = Awaited<ReturnType<typeof queries.notifications.insertAll>>[number]

const keyOf = ({ user_id, dedupe_key }: Pick<Stored, 'user_id' | 'dedupe_key'>) => `${user_id} ${dedupe_key}`

/** The new ones of notifications by their keys; a copy is new with what it is a copy of. */
async function store(
  tx: Transaction,
  notifications: (PersonalNotification & { number: number; of: number | null })[],
): Promise<Map<string, Stored>> {
  if (notifications.length === 0) return new Map()
  const rows = await queries.notifications.insertAll(tx, {
    notifications: notifications.map(({ number, of, user_id, account_id, content, data, dedupe_key }) => {
      const { type, ...facts } = content
      return { number, of, user_id, account_id, type, content: facts, data, dedupe_key }
    }),
  })
  return new Map(rows.map((row) => [keyOf(row), row]))
}

/** Pushes and mails a stored notification as its recipient wants; a company is not mailed what its reader has done. */
async function deliver(
  context: AccountsContext,
  tx: Transaction,
  recipient: Recipient,
  notification: PersonalNotification | Uncopied,
  { id, created_at: timestamp }: Stored,
): Promise<void> {
  const { content, data, mail, company, link } = notification
  const { title, message } = writeNotification(content, recipient.locale)
  const notified = about(content, data)
  const pushed = { id, title, message, ...notified, timestamp }
  const isSilent = !('copies' in notification) && isOwnAct(content.type, recipient)
  await pipeline({
    push: recipient.wants_push && context.bus.publish(tx, toUser(recipient.id, notificationPush, pushed)),
    important:
      mail === 'always' &&
      mailAlways(context, tx, recipient, { title, message }, { link: link ?? context.frontEnd.home(), company }),
    mail:
      mail === undefined &&
      !isSilent &&
      (isGathered(content.type)
        ? gather(context, tx, recipient, notification)
        : mailNotification(context, tx, recipient, { title, message, notified, link, company })),
  })
}

/** Enqueues one mail for this notification and for those of its kind and stay that follow within minutes. */
async function gather(
  context: AccountsContext,
  tx: Transaction,
  { id: user_id }: Recipient,
  { dedupe_key, company, link }: PersonalNotification,
): Promise<void> {
  const prefix = dedupe_key.slice(0, dedupe_key.lastIndexOf(':') + 1)
  if (await isGatheredAlready(tx, `user ${user_id} ${prefix}`)) return
  await context.jobs.enqueue(tx, mailGathered, { user_id, prefix, company, link }, { after: GATHER_AFTER_SECONDS })
}

/** Notifies one person as `notify` does, and no team. Returns false for a repetition. */
export async function notifyPerson(
  context: AccountsContext,
  tx: Transaction,
  notification: PersonalNotification,
): Promise<boolean> {
  const [isNew = false] = await notifyAll(context, tx, [{ ...notification, copies: false }])
  return isNew
}

/** Notifies all support accounts, when a person has to act. */
export async function notifySupport(
  context: AccountsContext,
  tx: Transaction,
  notice: Omit<PersonalNotification, 'user_id'>,
): Promise<void> {
  const support = await queries.auth.listSupport(tx, {})
  const notices = support.map(({ id: user_id }) => ({ ...notice, user_id, copies: false as const }))
  await notifyAll(context, tx, notices)
}
