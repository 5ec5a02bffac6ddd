import type { z } from 'zod'
import { countOrRefuse, DAY_SECONDS, forgiveAttempt, MINUTE_SECONDS } from '../../accounts/auth/throttle.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { countOfDay } from '../../accounts/quotas/quotas.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { isAway } from '../../platform/db/errors.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { type Identity, isStaff } from '../../platform/http/identity.ts'
import { showPerson } from '../../platform/http/person.ts'
import { type Bounds, boundsOf, reaches } from '../../platform/http/scopes.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import type { Push, PushedData } from '../../platform/openapi/asyncapi.ts'
import { toUser } from '../../realtime/bus/channels.ts'
import type { ConversationsContext } from '../context.ts'
import { type attachedFile, attachmentAddress, readAttachment } from './attachments.ts'
import { mailUnread } from './jobs.ts'
import { messagePush } from './pushes.ts'
import { type MessageRow, type NewMessage, showMessage } from './schemas.ts'
import { findStanding } from './standing.ts'

const MESSAGES_A_MINUTE = 60
const NEW_CONVERSATIONS = { limit: 20, seconds: DAY_SECONDS }
const KILOBYTE = 1_024
/** A picture that unpacks to many pixels counts for more than its bytes: decoding takes as long as it has pixels. */
const PIXELS_OF_A_KILOBYTE = 10_000
const EXCERPT_LENGTH = 140

/**
 * Writes a message with its conversation, its event, its notification and its mail, which waits, in one transaction
 * (docs/design/api.md, "Messages").
 * @throws AppError 400 for an unknown receiver, home or reservation, 403 for senders who may not write, 429.
 */
export async function sendMessage(
  context: ConversationsContext,
  sender: Identity,
  draft: NewMessage,
  socketId: string | undefined,
): Promise<MessageRow> {
  if (!sender.verified) throw new AppError('notVerified')
  if ([sender.userId, sender.personId].includes(draft.receiver_id)) throw new AppError('mayNotWrite')
  return counted(context, sender, () => send(context, sender, draft, socketId))
}

/** Writes a message within the limit of its sender. @throws AppError 429. */
export async function counted<T>(context: ConversationsContext, sender: Identity, write: () => Promise<T>): Promise<T> {
  // Outside the transaction, so that refused messages count too.
  const key = `messages ${sender.grant ? `by ${sender.grant.id}` : sender.userId}`
  await countOrRefuse(context.db, { key, limit: MESSAGES_A_MINUTE, seconds: MINUTE_SECONDS })
  try {
    return await write()
  } catch (error) {
    // Do not count retries of requests that failed on our side.
    if (isAway(error)) await forgiveAttempt(context.db, key).catch(() => undefined)
    throw error
  }
}

async function send(
  context: ConversationsContext,
  sender: Identity,
  draft: NewMessage,
  socketId: string | undefined,
): Promise<MessageRow> {
  await checkReceiver(context, sender, draft.receiver_id)
  const property_id = await findHome(context, sender, draft)
  if (!draft.attachment) return writeMessage(context, sender, { ...draft, property_id }, undefined, socketId)
  const kilobytes = Math.ceil(draft.attachment.length / KILOBYTE)
  const limit = context.config.quotas.attachmentMegabytesPerDay * KILOBYTE
  await countOfDay(context.db, 'attachments', sender.userId, { limit, amount: kilobytes })
  const { content, extension, file, pixels } = await readAttachment(draft.attachment, draft.attachment_name)
  const decoded = Math.ceil(pixels / PIXELS_OF_A_KILOBYTE) - kilobytes
  if (decoded > 0) await countOfDay(context.db, 'attachments', sender.userId, { limit, amount: decoded })
  const attachment = await context.storage.save('attachments', content, extension)
  try {
    return await writeMessage(
      context,
      sender,
      { ...draft, property_id },
      { attachment, attachment_file: file },
      socketId,
    )
  } catch (error) {
    await context.storage.discard(attachment, error)
    throw error
  }
}

function writeMessage(
  context: ConversationsContext,
  sender: Identity,
  { receiver_id, content, property_id, reservation_id }: NewMessage,
  stored: { attachment: string; attachment_file: z.infer<typeof attachedFile> } | undefined,
  socketId: string | undefined,
): Promise<MessageRow> {
  return transaction(context.db, async (tx) => {
    // Accounts that are erased meanwhile, while a file was looked at for example, send and get no messages any more.
    if (!(await queries.auth.holdUser(tx, { user_id: sender.userId }))) throw new AppError('invalidToken')
    if (!(await queries.auth.holdUser(tx, { user_id: receiver_id }))) throw invalid({ receiver_id: 'unknown' })
    const sent_by = sender.personId === sender.userId ? undefined : sender.personId
    const { message, is_new } = await insertMessage(
      context,
      tx,
      { sender_id: sender.userId, receiver_id, content, property_id, reservation_id, sent_by, ...stored },
      { socketId, bounds: boundsOf(sender) },
    )
    if (is_new) await countOrRefuse(tx, { key: `conversations ${sender.userId}`, ...NEW_CONVERSATIONS })
    await markCarriedOut(tx)
    return message
  })
}

type Insert = Omit<Parameters<typeof queries.messages.insert>[1], 'conversation_id' | 'unseen_id' | 'is_automatic'>

/**
 * Writes and announces a message of two accounts, in the caller's transaction. It answers what waits, as far as its writer sees it; an automatic one
 * answers nothing. `is_new`: it is their first.
 */
export async function insertMessage(
  context: ConversationsContext,
  tx: Transaction,
  draft: Insert,
  {
    socketId,
    bounds,
    is_automatic = false,
  }: { socketId?: string | undefined; bounds?: Bounds | undefined; is_automatic?: boolean },
): Promise<{ message: MessageRow; is_new: boolean }> {
  const { sender_id, receiver_id, property_id } = draft
  const { id: conversation_id, is_new } = await queries.messages.upsertConversation(tx, {
    sender_id,
    receiver_id,
    property_id,
  })
  const people = { user_id: sender_id, other_id: receiver_id }
  const unseen = bounds && (await queries.messages.findFirstBeyond(tx, { ...people, ...bounds })).waiting_id
  const message = await queries.messages.insert(tx, {
    ...draft,
    conversation_id,
    is_automatic,
    unseen_id: unseen ?? undefined,
  })
  await announce(context, tx, message, socketId)
  return { message, is_new }
}

/** Refuses senders who may not write to the receiver. Missing accounts get the same error as strangers. */
async function checkReceiver(context: ConversationsContext, sender: Identity, receiver_id: number): Promise<void> {
  const receiver = await findStanding(context.db, sender, receiver_id)
  if (!isStaff(sender) && !receiver?.is_allowed) throw new AppError('mayNotWrite')
  if (!receiver || receiver.is_gone) throw invalid({ receiver_id: 'unknown' })
}

/** The home that the message is about, if it names one. */
async function findHome(
  context: ConversationsContext,
  sender: Identity,
  draft: NewMessage,
): Promise<string | undefined> {
  const { receiver_id, property_id, reservation_id } = draft
  if (property_id === undefined && reservation_id === undefined) {
    // A key or a member of a team writes about a home of theirs.
    if (boundsOf(sender)) throw invalid({ property_id: 'required' })
    return undefined
  }
  const people = { sender_id: sender.userId, receiver_id }
  const subject = await queries.messages.findSubject(context.db, { ...people, property_id, reservation_id })
  if (property_id !== undefined && !subject.is_their_home) throw invalid({ property_id: 'unknown' })
  if (reservation_id !== undefined && subject.stay_home_id === null) throw invalid({ reservation_id: 'unknown' })
  if (property_id !== undefined && subject.stay_home_id !== null && subject.stay_home_id !== property_id)
    throw invalid({ reservation_id: 'unknown' })
  const home = property_id ?? subject.stay_home_id ?? undefined
  if (home !== undefined && !reaches(sender, home))
    throw invalid({ [property_id === undefined ? 'reservation_id' : 'property_id']: 'unknown' })
  return home
}

/** Values dropped when a message is announced a second time. */
export const messageKey = (messageId: number): string => `message:${messageId}`

/**
 * Notifies the receiver of a message, publishes it to their sockets and the sender's, except the one that
 * sent it, and has a mail wait. Returns false, and does nothing, when that has been done before.
 */
export async function announce(
  context: ConversationsContext,
  tx: Transaction,
  message: MessageRow,
  socketId?: string,
): Promise<boolean> {
  const { id, sender_id, receiver_id, property_id, reservation_id } = message
  const [sender] = await queries.notifications.listContacts(tx, { user_ids: [sender_id] })
  const isNew = await notify(context, tx, {
    user_id: receiver_id,
    content: { type: 'new_message', sender: sender?.first_name ?? null, excerpt: excerptOf(message.content) },
    data: {
      message_id: id,
      sender_id,
      user_id: sender_id,
      ...(property_id !== null && { property_id }),
      ...(reservation_id !== null && { reservation_id }),
      ...(message.attachment !== null && { attachment: attachmentAddress(context, id) }),
    },
    dedupe_key: messageKey(id),
    property_id,
    mail: false,
  })
  if (!isNew) return false
  const shown = { id: sender_id, first_name: sender?.first_name ?? '', avatar: sender?.avatar ?? null }
  const data = { ...showMessage(context, message), sender: showPerson(context, shown) }
  const pushed = { push: messagePush, data }
  await publishToAccount(context, tx, { owner_id: receiver_id, property_id }, pushed)
  await publishToAccount(context, tx, { owner_id: sender_id, property_id }, { ...pushed, except: socketId })
  await scheduleMail(context, tx, message)
  return true
}

/** Publishes something to the sockets of an account and of the members of its team who read its messages about a home. */
export async function publishToAccount<Data extends PushedData>(
  context: ConversationsContext,
  tx: Transaction,
  account: { owner_id: number; property_id: string | null },
  { push, data, except }: { push: Push<Data>; data: z.input<Data>; except?: string | undefined },
): Promise<void> {
  const members = await context.listNotified(tx, { ...account, scope: 'messages.read' })
  for (const user_id of [account.owner_id, ...members])
    await context.bus.publish(tx, { ...toUser(user_id, push, data), except })
}

/** The beginning of a message, for a notification. Pure. */
export function excerptOf(content: string): string {
  const characters = Array.from(content)
  return characters.length > EXCERPT_LENGTH ? `${characters.slice(0, EXCERPT_LENGTH - 1).join('')}…` : content
}

async function scheduleMail(context: ConversationsContext, tx: Transaction, message: MessageRow): Promise<void> {
  const side = { user_id: message.receiver_id, other_id: message.sender_id }
  const scheduled = await queries.messages.scheduleMail(tx, side)
  if (scheduled) await context.jobs.enqueue(tx, mailUnread, side, { after: scheduled.wait_seconds })
}
