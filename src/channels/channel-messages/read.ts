import { z } from 'zod'
import { DAY_SECONDS } from '../../accounts/auth/throttle.ts'
import { addMessage, receiveMessage } from '../../conversations/stay-messages/thread.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { cutText } from '../../platform/lib/text.ts'
import { INQUIRING, readInquiry } from '../channel-bookings/asked.ts'
import { assignThread, keepRequest, keepThread } from '../channel-bookings/requests.ts'
import { enqueueForHomes } from '../channel-manager/mapping.ts'
import { notifyWaiting } from '../channel-manager/notices.ts'
import { storeEach, unlessRefused } from '../channel-manager/once.ts'
import type { RemoteMessage, RemoteThread } from '../channel-manager/remote-messages.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { conversationOf, knownThere, listAll, publishSettled } from './send.ts'
import { sourceOf } from './sources.ts'

/** Characters of a message that are kept. */
const MAX_CONTENT = 20_000

/**
 * Reads the messages of a booking from its channel, or of a conversation without one, and writes those that are not here yet: whatever an event
 * says, the list counts (docs/design/channels.md, "Messages"). Reading twice changes nothing.
 */
export const readChannelMessages = defineJob({
  name: 'channel-messages.read',
  needs: 'channels',
  urgent: true,
  payload: z.object({ channel_booking_id: z.int(), remote_property_id: z.string().optional() }),
  async run(context: ChannelsContext, { channel_booking_id, remote_property_id }) {
    const manager = context.channelManager
    const booking = await queries.channelBookings.findBooking(context.db, { channel_booking_id })
    if (!booking || !manager) return
    // A request that a booking has replaced has no conversation.
    if (booking.is_request ? booking.thread_id === null : sourceOf(booking.ota_name) === undefined) return
    const listed = booking.is_request
      ? await unlessRefused(listAll(manager, conversationOf(booking)))
      : await listAll(manager, conversationOf(booking))
    if (!listed) return
    const found = booking.is_request ? await findAsked(context, booking, { ...listed, remote_property_id }) : booking
    const until = found
      ? await storeNews(context, found, listed.messages)
      : await tellWaiting(context, booking, { ...listed, remote_property_id })
    if (until !== undefined) await queries.channelBookings.noteMessagesRead(context.db, { channel_booking_id, until })
  },
})

type Booking = NonNullable<Awaited<ReturnType<typeof queries.channelBookings.findBooking>>>

/** Writes messages at the first stay of a booking. Returns the time of the last one that is here. */
async function storeNews(
  context: ChannelsContext,
  { reservation_ids, ota_name }: Pick<Booking, 'reservation_ids' | 'ota_name'>,
  listed: RemoteMessage[],
): Promise<string | undefined> {
  const source = sourceOf(ota_name)
  const [reservation_id] = reservation_ids
  if (reservation_id === undefined || source === undefined) return undefined
  const known = await knownThere(context, reservation_ids)
  const stay = await queries.stayMessages.findStay(context.db, { reservation_id })
  if (!stay) return undefined
  const news = listed.filter(({ id }) => !known.has(id))
  const stored = await storeEach(
    context,
    news,
    async ({ id: external_id, from_guest, sent_at, attachments, ...message }) => {
      const content = cutText(message.content, MAX_CONTENT).trim()
      const draft = { source, content, attachments, external_id, created_at: sent_at }
      await transaction(context.db, async (tx) => {
        if (from_guest) return void (await receiveMessage(context, tx, stay, draft))
        const own = await queries.stayMessages.adopt(tx, { reservation_ids, external_id, content })
        if (own) return publishSettled(context, tx, own)
        await addMessage(context, tx, stay, { ...draft, from_guest: false })
      })
    },
  )
  return listed.findLast((one) => known.has(one.id) || stored.includes(one))?.sent_at
}

interface Listed {
  messages: RemoteMessage[]
  inquiries: object[]
  remote_property_id: string | undefined
}

/** The account's subscription to the home of a conversation. */
async function findHome(context: ChannelsContext, { owner_id }: Booking, remote_property_id: string | undefined) {
  if (remote_property_id === undefined) return undefined
  const subscription = await queries.channelManager.findByRemoteHome(context.db, { remote_property_id })
  return subscription?.owner_id === owner_id ? subscription : undefined
}

/** The inquiry of a conversation without a booking, which is stored from what the channel says of it there; undefined: nothing is said. */
async function findAsked(
  context: ChannelsContext,
  booking: Booking,
  { inquiries, remote_property_id }: Listed,
): Promise<Booking | undefined> {
  const subscription = await findHome(context, booking, remote_property_id)
  const latest = inquiries.at(-1)
  if (latest && subscription && booking.thread_id !== null) {
    const { thread_id } = booking
    const received_at = new Date().toISOString()
    const envelope = { event: 'inquiry', fallback_id: thread_id, timestamp: undefined, received_at }
    const asked = readInquiry(latest, thread_id, envelope)
    if (asked) await keepRequest(context, subscription, 'inquiry', asked)
  }
  const { booking_id, provider, owner_id } = booking
  const stays = await queries.channelBookings.listStays(context.db, { booking_id, provider, owner_id })
  if (stays.length === 0) return undefined
  const { ota_name } = booking
  return {
    ...booking,
    ota_name: ota_name ?? INQUIRING,
    reservation_ids: stays.map(({ reservation_id }) => reservation_id),
  }
}

/** Notifies people of the last message of a guest in a conversation that belongs to no stay. Returns the time of the last message. */
async function tellWaiting(
  context: ChannelsContext,
  booking: Booking,
  { messages, remote_property_id }: Listed,
): Promise<string | undefined> {
  const last = messages.at(-1)
  const subscription = await findHome(context, booking, remote_property_id)
  if (last?.from_guest && subscription && isNews(last.sent_at))
    await notifyWaiting(context, subscription, { id: last.id, asks: 'message', channel: null, guest: null })
  return last?.sent_at
}

/** Time within which a message of a conversation without a booking is news. */
const NEWS_MS = 7 * DAY_SECONDS * 1_000

const isNews = (at: string): boolean => Date.now() - Date.parse(at) <= NEWS_MS

/** Keeps new conversations without a booking, and gives those that have become bookings to these. */
async function sortThreads(context: ChannelsContext, { provider, owner_id }: Subscription, threads: RemoteThread[]) {
  const thread_ids = threads.map(({ thread_id }) => thread_id)
  const rows = await queries.channelBookings.listThreads(context.db, { provider, owner_id, thread_ids })
  const known = new Set(rows.map(({ thread_id }) => thread_id))
  for (const { thread_id, booking_id, last_message_at } of threads) {
    if (booking_id === undefined) {
      if (!known.has(thread_id) && isNews(last_message_at)) await keepThread(context, { provider, owner_id }, thread_id)
    } else if (known.has(thread_id)) await assignThread(context, { provider, owner_id }, { thread_id, booking_id })
  }
}

/** Most pages of conversations that one run reads. */
const MAX_PAGES = 10

/** Requests the bookings of a home whose last message there is newer than those here. */
export const readChannelThreads = defineJob({
  name: 'channel-messages.read-threads',
  needs: 'channels',
  payload: z.object({ remote_property_id: z.string() }),
  async run(context: ChannelsContext, { remote_property_id }) {
    const manager = context.channelManager
    const subscription = await queries.channelManager.findByRemoteHome(context.db, { remote_property_id })
    if (!manager || !subscription) return
    const { provider, owner_id } = subscription
    for (let page = 1; page <= MAX_PAGES; page++) {
      const listed = await unlessRefused(manager.listThreads(remote_property_id, page))
      if (!listed) return
      const { threads, is_last } = listed
      await sortThreads(context, subscription, threads)
      const unread = await queries.channelBookings.listUnreadBookings(context.db, {
        provider,
        owner_id,
        booking_ids: threads.map(({ booking_id }) => booking_id ?? ''),
        thread_ids: threads.map(({ thread_id }) => thread_id),
        last_at: threads.map(({ last_message_at }) => last_message_at),
      })
      await transaction(context.db, async (tx) => {
        for (const { id } of unread)
          await context.jobs.enqueue(tx, readChannelMessages, { channel_booking_id: id, remote_property_id })
      })
      // The latest come first: behind a page of known ones there is nothing new.
      if (is_last || unread.length === 0) return
    }
  },
})

/** Requests the conversations of all mapped homes, so that an event that never came costs minutes, not a message. */
export const readAllChannelThreads = defineJob({
  name: 'channel-messages.read-all-threads',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  run: (context: ChannelsContext) => enqueueForHomes(context, readChannelThreads),
})
