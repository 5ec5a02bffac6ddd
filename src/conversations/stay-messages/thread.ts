import { DAY_SECONDS } from '../../accounts/auth/throttle.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { markMessagesRead } from '../../accounts/notifications/read.ts'
import { withoutKeys } from '../../bookings/states/stay-link.ts'
import type { Transaction } from '../../platform/db/client.ts'
import type { MessageSource, MessageState } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ConversationsContext } from '../context.ts'
import { excerptOf, messageKey, publishToAccount } from '../messages/send.ts'
import { mailUnreadOfStay } from './jobs.ts'
import { stayMessagePush } from './pushes.ts'
import { type StayMessage, showStayMessage } from './schemas.ts'

/** A stay with how its guest can be written to. */
export type GuestOfStay = NonNullable<Awaited<ReturnType<typeof queries.stayMessages.findStay>>>

/** A message as it is written; `external_id` and `created_at` are those of a channel. */
export interface Draft {
  source: MessageSource
  from_guest: boolean
  content: string
  attachments?: string[]
  sent_by?: number | undefined
  /** A template has written it: it answers nobody. */
  is_automatic?: boolean
  /** It came by a link that the company may have fetched. */
  by_company_link?: boolean
  state?: MessageState
  external_id?: string
  created_at?: string
}

/**
 * Writes a message of a stay beside those of two accounts, and publishes it to the company. undefined: the channel's message is written
 * already.
 */
export async function addMessage(
  context: ConversationsContext,
  tx: Transaction,
  stay: GuestOfStay,
  draft: Draft,
  socketId?: string,
): Promise<StayMessage | undefined> {
  const { attachments = [], state = 'sent', is_automatic = false } = draft
  const row = await queries.stayMessages.insert(tx, {
    ...draft,
    reservation_id: stay.id,
    attachments,
    state,
    is_automatic,
  })
  if (!row) return undefined
  const message = showStayMessage(context, row)
  await publishMessage(context, tx, stay, message, socketId)
  return message
}

/** Publishes a message to the sockets of the company that may read it, except the one that sent it. */
export async function publishMessage(
  context: ConversationsContext,
  tx: Transaction,
  { owner_id, property_id }: Pick<GuestOfStay, 'owner_id' | 'property_id'>,
  message: StayMessage,
  socketId?: string,
): Promise<void> {
  const data = { ...message, property_id }
  await publishToAccount(context, tx, { owner_id, property_id }, { push: stayMessagePush, data, except: socketId })
}

/** Age up to which a message that a channel brings still notifies somebody. */
const NEWS_MS = 7 * DAY_SECONDS * 1_000

/**
 * Receives a message of a guest without an account: the company is notified, and mailed if it stays unread for five minutes. A message that
 * a list brings long after is written and notifies nobody. Returns false if it is written already.
 */
export async function receiveMessage(
  context: ConversationsContext,
  tx: Transaction,
  stay: GuestOfStay,
  draft: Omit<Draft, 'from_guest' | 'sent_by' | 'state'>,
): Promise<boolean> {
  const message = await addMessage(context, tx, stay, { ...draft, from_guest: true })
  if (!message) return false
  if (Date.now() - Date.parse(message.created_at) > NEWS_MS) return true
  await notify(context, tx, {
    user_id: stay.owner_id,
    content: { type: 'new_message', sender: stay.name, excerpt: excerptOf(withoutKeys(message.content)) },
    data: { message_id: message.id, reservation_id: stay.id, property_id: stay.property_id },
    dedupe_key: messageKey(message.id),
    property_id: stay.property_id,
    mail: false,
  })
  await scheduleMail(context, tx, stay.id)
  return true
}

/** Moves the conversation of a request to the stay that it has become. What nobody has read stays unread there. */
export async function moveConversation(
  context: ConversationsContext,
  tx: Transaction,
  { owner_id, from_id, to_id }: { owner_id: number; from_id: number; to_id: number },
): Promise<void> {
  const before = await queries.stayMessages.lockThread(tx, { reservation_id: from_id })
  if (!before) return
  await queries.stayMessages.lockThread(tx, { reservation_id: to_id })
  await markMessagesRead(context, tx, {
    user_id: owner_id,
    reservation_id: from_id,
    message_id: before.last_message_id,
  })
  const moved = await queries.stayMessages.moveThread(tx, { from_id, to_id })
  if (!moved) return
  const { unread } = await queries.stayMessages.markRead(tx, { reservation_id: to_id, message_id: moved.read_up_to })
  if (unread > 0) await scheduleMail(context, tx, to_id)
}

/** Schedules a mail to the company about messages of a stay that stay unread. */
async function scheduleMail(context: ConversationsContext, tx: Transaction, reservation_id: number): Promise<void> {
  const scheduled = await queries.stayMessages.scheduleMail(tx, { reservation_id })
  if (scheduled) await context.jobs.enqueue(tx, mailUnreadOfStay, { reservation_id }, { after: scheduled.wait_seconds })
}
