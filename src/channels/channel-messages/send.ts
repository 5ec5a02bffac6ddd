import { z } from 'zod'
import { showStayMessage } from '../../conversations/stay-messages/schemas.ts'
import { publishMessage } from '../../conversations/stay-messages/thread.ts'
import { type Transaction, transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import type { ChannelManager } from '../channel-manager/client.ts'
import { callOnce, LOOK_AGAIN_SECONDS, PATIENCE_SECONDS } from '../channel-manager/once.ts'
import type { Conversation, RemoteMessage } from '../channel-manager/remote-messages.ts'
import type { ChannelsContext } from '../context.ts'

const MAX_PAGES = 10

type Sending = NonNullable<Awaited<ReturnType<typeof queries.stayMessages.findSending>>>
type StoredRow = NonNullable<Awaited<ReturnType<typeof queries.stayMessages.settle>>>

/**
 * Sends a message to the guest of a booking, at most once: it is claimed before the channel manager is asked. Where the answer is lost the
 * list of the booking decides, and what it does not show stays `unclear` and is not sent again (docs/design/channels.md, "Messages").
 */
export const sendChannelMessage = defineJob({
  name: 'channel-messages.send',
  events: ['stay_message.changed'],
  needs: 'channels',
  urgent: true,
  payload: z.object({ message_id: z.int() }),
  async run(context: ChannelsContext, { message_id }) {
    const message = await queries.stayMessages.findSending(context.db, { message_id })
    if (!message) return
    const { reservation_id } = message
    const booking = await queries.channelBookings.findConversation(context.db, { reservation_id })
    const manager = context.channelManager
    if (!manager || !booking) return settle(context, message, { state: 'failed', error: 'the home is not mapped' })
    const isClaimed =
      message.since_claim === null &&
      (await transaction(context.db, (tx) => queries.stayMessages.claim(tx, { message_id })))
    if (!isClaimed) return lookFor(context, manager, message, booking)
    const outcome = await callOnce(
      () => manager.sendMessage(conversationOf(booking), message.content),
      () => transaction(context.db, (tx) => queries.stayMessages.release(tx, { message_id })),
    )
    if ('refusal' in outcome) return settle(context, message, { state: 'failed', error: outcome.refusal })
    await settle(context, message, { state: 'sent', external_id: outcome.answer })
  },
})

/** Looks for a message whose answer was lost in the list of its booking, until it is there or patience ends. */
async function lookFor(
  context: ChannelsContext,
  manager: ChannelManager,
  message: Sending,
  { channel_booking_id, ...named }: Named & { channel_booking_id: number },
): Promise<void> {
  const booking = await queries.channelBookings.findBooking(context.db, { channel_booking_id })
  const known = await knownThere(context, booking?.reservation_ids ?? [])
  const { messages: listed } = await listAll(manager, conversationOf(named))
  const found = listed.find(
    ({ id, from_guest, content }) => !from_guest && content.trim() === message.content && !known.has(id),
  )
  if (found) return settle(context, message, { state: 'sent', external_id: found.id })
  if ((message.since_claim ?? 0) >= PATIENCE_SECONDS) return settle(context, message, { state: 'unclear' })
  await context.jobs.enqueue(context.db, sendChannelMessage, { message_id: message.id }, { after: LOOK_AGAIN_SECONDS })
}

/** Ids at the channel of the messages of some stays that are here. */
export async function knownThere({ db }: ChannelsContext, reservation_ids: number[]): Promise<Set<string>> {
  const rows = await queries.stayMessages.listExternalIds(db, { reservation_ids })
  return new Set(rows.map(({ external_id }) => external_id))
}

interface Named {
  booking_id: string
  thread_id: string | null
}

/** The conversation of a booking, or of a request that has one of its own. Pure. */
export const conversationOf = ({ booking_id, thread_id }: Named): Conversation =>
  thread_id === null ? { booking_id } : { thread_id }

/** All messages of a conversation, oldest first, and what the channel says of requests in it. */
export async function listAll(manager: ChannelManager, conversation: Conversation) {
  const messages: RemoteMessage[] = []
  const inquiries: object[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const listed = await manager.listMessages(conversation, page)
    messages.push(...listed.messages)
    inquiries.push(...listed.inquiries)
    if (listed.is_last) break
  }
  return { messages, inquiries }
}

/** Writes the outcome of a message, and publishes it to the company. */
async function settle(
  context: ChannelsContext,
  { id: message_id, reservation_id }: Sending,
  outcome: { state: 'sent' | 'failed' | 'unclear'; error?: string; external_id?: string },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    await queries.stayMessages.lockThread(tx, { reservation_id })
    const settled = await queries.stayMessages.settle(tx, { message_id, ...outcome })
    if (settled) await publishSettled(context, tx, settled)
  })
}

/** Publishes a message of a channel whose outcome is known now. */
export async function publishSettled(context: ChannelsContext, tx: Transaction, row: StoredRow): Promise<void> {
  const stay = await queries.stayMessages.findStay(tx, { reservation_id: row.reservation_id })
  if (stay) await publishMessage(context, tx, stay, showStayMessage(context, row))
}
