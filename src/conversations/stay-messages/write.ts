import { countOrRefuse, DAY_SECONDS, isOverLimit } from '../../accounts/auth/throttle.ts'
import { aboutStay } from '../../accounts/notifications/mails.ts'
import { countOfDay, isDayOver } from '../../accounts/quotas/quotas.ts'
import { countContactMail } from '../../bookings/states/contact-mail.ts'
import { findForCompany } from '../../bookings/states/parties.ts'
import { isProved } from '../../bookings/states/proved.ts'
import { COMPANY_GRANT, mailedLink, stayLink } from '../../bookings/states/stay-link.ts'
import { type Queryable, type Transaction, transaction } from '../../platform/db/client.ts'
import type { MessageSource } from '../../platform/db/enums.ts'
import { queries } from '../../platform/db/queries.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import type { Identity } from '../../platform/http/identity.ts'
import { nearestLocale } from '../../platform/http/locale.ts'
import { boundsOf } from '../../platform/http/scopes.ts'
import { markCarriedOut } from '../../platform/idempotency/idempotency.ts'
import { texts } from '../../platform/locales/locales.ts'
import type { ConversationsContext } from '../context.ts'
import { markAnswered } from '../messages/answered.ts'
import { MAX_CONTENT } from '../messages/schemas.ts'
import { counted, insertMessage, sendMessage } from '../messages/send.ts'
import { type NewStayMessage, type StayMessage, showWithKeys } from './schemas.ts'
import { addMessage, type Draft, type GuestOfStay } from './thread.ts'

/** Daily mails with words of a company to one address, which nobody has confirmed. */
const MAILS_TO_AN_ADDRESS = { limit: 20, seconds: DAY_SECONDS }

/**
 * A stay and the ways to its guest, the usual one first: the channel that sold it, the account, the mail address. A guest without any of them
 * may have the page of the stay (`site`), which notifies nobody: it is never the usual way. A note is always possible.
 * @throws AppError 404 for everybody but its company, 403 for its guest.
 */
export async function findGuest(
  context: ConversationsContext,
  db: Queryable,
  identity: Identity,
  reservation_id: number,
): Promise<{ stay: GuestOfStay; usual: MessageSource | undefined; ways: MessageSource[] }> {
  await findForCompany(db, identity, reservation_id)
  const stay = await queries.stayMessages.findStay(db, { reservation_id })
  if (!stay) throw new AppError('notFound')
  const found = await findWays(context, db, stay)
  const [usual] = found
  const page = usual === undefined && stay.guest_id === null ? ['site' as const] : []
  return { stay, usual, ways: [...found, ...page, 'note'] }
}

/** @throws AppError 409 for a way that does not reach the guest, with those that do. */
function assertWay({ ways }: { ways: MessageSource[] }, way: MessageSource | undefined): MessageSource {
  if (way === undefined || !ways.includes(way)) throw new AppError('guestUnreachable', { data: () => ({ ways }) })
  return way
}

/** The ways that reach the guest of a stay, the usual one first. */
async function findWays(context: ConversationsContext, db: Queryable, stay: GuestOfStay): Promise<MessageSource[]> {
  const channel = await context.guestChannels.find(db, stay.id)
  const hasAccount = stay.guest_id !== null && !stay.is_guest_gone && !stay.is_blocked
  const ways = [channel, hasAccount && ('site' as const), stay.email !== null && ('mail' as const)]
  return ways.filter((way) => way !== undefined && way !== false)
}

/**
 * Writes to the guest of a stay, or a note about it (docs/design/api.md, "Messages of a stay").
 * @throws AppError 400 for a file to somebody without an account, 403, 404, 409 when the guest cannot be reached this way, 429.
 */
export async function writeToGuest(
  context: ConversationsContext,
  identity: Identity,
  reservation_id: number,
  { source, ...written }: NewStayMessage,
  socketId: string | undefined,
): Promise<StayMessage> {
  const found = await findGuest(context, context.db, identity, reservation_id)
  const way = assertWay(found, source ?? found.usual)
  const { stay } = found
  if (way === 'site' && stay.guest_id !== null) {
    const { guest_id: receiver_id, property_id } = stay
    const sent = await sendMessage(
      context,
      identity,
      { receiver_id, property_id, reservation_id, ...written },
      socketId,
    )
    return showWithKeys(context, {
      ...sent,
      reservation_id,
      source: 'site',
      from_guest: false,
      by_company_link: false,
      attachments: [],
      state: 'sent',
      error: null,
    })
  }
  const { content, attachment } = written
  if (attachment) throw invalid({ attachment: 'noFileThisWay' })
  if (way !== 'note' && !identity.verified) throw new AppError('notVerified')
  const sent_by = identity.personId === stay.owner_id ? undefined : identity.personId
  return counted(context, identity, () =>
    transaction(context.db, async (tx) => {
      // Messages of guest and company take the same lock first; an erasure that had it has left no address.
      await queries.states.lock(tx, { reservation_id })
      const locked = await findGuest(context, tx, identity, reservation_id)
      assertWay(locked, way)
      const { stay } = locked
      if (way === 'mail') await countMail(context, tx, stay)
      const message = await sendWay(context, tx, stay, { source: way, content, sent_by }, socketId)
      if (way !== 'note' && stay.guest_id !== null) {
        const people = { user_id: stay.owner_id, other_id: stay.guest_id }
        await markAnswered(tx, { ...people, message_id: message.id, bounds: boundsOf(identity) })
      }
      await markCarriedOut(tx)
      return { ...message, content }
    }),
  )
}

/** Writes a message that does not go from account to account, and has it sent. */
async function sendWay(
  context: ConversationsContext,
  tx: Transaction,
  stay: GuestOfStay,
  draft: Pick<Draft, 'source' | 'content' | 'sent_by' | 'is_automatic'>,
  socketId?: string,
): Promise<StayMessage> {
  const { source, content } = draft
  const isOfChannel = !['note', 'mail', 'site'].includes(source)
  const state = isOfChannel ? 'sending' : 'sent'
  const message = await addMessage(context, tx, stay, { ...draft, from_guest: false, state }, socketId)
  if (!message) throw new AppError('notFound')
  if (source === 'mail') await mailToGuest(context, tx, stay, content)
  if (isOfChannel) await context.guestChannels.send(tx, message.id)
  return message
}

/** Why nothing is sent: nobody is reached, the guest has blocked the company, the day has no mail left, or there are no words, or too many. */
export const UNSENT = ['unreachable', 'blocked', 'mail_limit', 'empty', 'too_long'] as const
export type Unsent = (typeof UNSENT)[number]

/** Writes to the guest of a stay for its company by itself, the usual way: this answers nothing. Returns why nothing is sent. */
export async function sendFromCompany(
  context: ConversationsContext,
  tx: Transaction,
  reservation_id: number,
  content: string,
): Promise<{ id: number } | Unsent> {
  if (content.trim() === '') return 'empty'
  if (content.length > MAX_CONTENT) return 'too_long'
  await queries.states.lock(tx, { reservation_id })
  const stay = await queries.stayMessages.findStay(tx, { reservation_id })
  if (!stay) return 'unreachable'
  const [way] = await findWays(context, tx, stay)
  if (way === undefined) return stay.is_blocked ? 'blocked' : 'unreachable'
  if (way === 'mail') {
    if (await isMailOver(context, tx, stay)) return 'mail_limit'
    await countMail(context, tx, stay)
  }
  if (way !== 'site' || stay.guest_id === null)
    return sendWay(context, tx, stay, { source: way, content, sent_by: undefined, is_automatic: true })
  const { owner_id: sender_id, guest_id: receiver_id, property_id } = stay
  if (!(await queries.auth.holdUser(tx, { user_id: receiver_id }))) return 'unreachable'
  const draft = { sender_id, receiver_id, content, property_id, reservation_id }
  const { message } = await insertMessage(context, tx, draft, { is_automatic: true })
  return message
}

const addressKey = ({ email }: GuestOfStay): string => `words mailed to ${email?.toLowerCase()}`

/** Counts a mail that a company writes to a guest without an account. @throws AppError 429. */
async function countMail(context: ConversationsContext, tx: Transaction, stay: GuestOfStay): Promise<void> {
  await countOfDay(tx, 'guest-mails', stay.owner_id, { limit: context.config.quotas.guestMailsPerDay })
  await countOrRefuse(tx, { key: addressKey(stay), ...MAILS_TO_AN_ADDRESS })
}

/** True if `countMail` would refuse one more; counts nothing. */
const isMailOver = async (context: ConversationsContext, tx: Transaction, stay: GuestOfStay): Promise<boolean> =>
  (await isDayOver(tx, 'guest-mails', stay.owner_id, { limit: context.config.quotas.guestMailsPerDay })) ||
  (await isOverLimit(tx, { key: addressKey(stay), limit: MAILS_TO_AN_ADDRESS.limit }))

/** Mails a guest without an account what the company writes, with the link to the page of the stay; until the address is proved the link alone. */
async function mailToGuest(
  context: ConversationsContext,
  tx: Transaction,
  stay: GuestOfStay,
  content: string,
): Promise<void> {
  const { email, email_scopes, language, home, owner_name, check_in, check_out } = stay
  if (email === null) throw new AppError('guestUnreachable')
  // The fixed text says no more by being repeated.
  if (!isProved(stay) && (await countContactMail(tx, email)) > 0) return
  const locale = nearestLocale(language)
  const days = texts(locale).words.days(check_in, check_out)
  const link = mailedLink(context, stay, { email, email_scopes })
  // The company can read its message, and the link in it; that of the mail is for its reader alone.
  const message = content.replaceAll(stayLink(context, stay, COMPANY_GRANT), link)
  await context.mail.enqueue(tx, {
    to: email,
    locale,
    about: aboutStay(stay.id),
    isNews: true,
    ...(isProved(stay)
      ? {
          company: stay.owner_id,
          content: { template: 'stay_message' as const, sender: owner_name, home, days, message, link },
        }
      : { content: { template: 'notification' as const, ...texts(locale).mails.stay({ days }), link } }),
  })
}
