import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { cutText } from '../../platform/lib/text.ts'
import { addMessage, receiveMessage } from '../../stays/stay-messages/thread.ts'
import { storeEach, unlessRefused } from '../channel-manager/once.ts'
import type { ChannelsContext } from '../context.ts'
import { knownThere, listAll, publishSettled } from './send.ts'
import { sourceOf } from './sources.ts'

/** How many characters of a message are kept. */
const MAX_CONTENT = 20_000

/**
 * Reads the messages of a booking from its channel, and writes those that are not here yet: whatever an event says, the list counts
 * (docs/design/channels.md, "Messages"). Reading twice changes nothing.
 */
export const readChannelMessages = defineJob({
  name: 'channel-messages.read',
  needs: 'channels',
  urgent: true,
  payload: z.object({ channel_booking_id: z.int() }),
  async run(context: ChannelsContext, { channel_booking_id }) {
    const booking = await queries.channelBookings.findBooking(context.db, { channel_booking_id })
    const source = booking && sourceOf(booking.ota_name)
    if (!booking || !source || !context.channelManager) return
    const listed = await listAll(context.channelManager, booking.booking_id)
    const { reservation_ids } = booking
    const [reservation_id] = reservation_ids
    if (reservation_id === undefined) return
    const known = await knownThere(context, reservation_ids)
    const stay = await queries.stayMessages.findStay(context.db, { reservation_id })
    if (!stay) return
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
    const until = listed.findLast((one) => known.has(one.id) || stored.includes(one))?.sent_at
    if (until !== undefined) await queries.channelBookings.noteMessagesRead(context.db, { channel_booking_id, until })
  },
})

/** How many pages of conversations one run reads at most. */
const MAX_PAGES = 10

/** Has the bookings of a home read whose last message there is newer than those here. */
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
      const booking_ids = threads.map(({ booking_id }) => booking_id)
      const last_at = threads.map(({ last_message_at }) => last_message_at)
      const unread = await queries.channelBookings.listUnreadBookings(context.db, {
        provider,
        owner_id,
        booking_ids,
        last_at,
      })
      await transaction(context.db, async (tx) => {
        for (const { id } of unread) await context.jobs.enqueue(tx, readChannelMessages, { channel_booking_id: id })
      })
      // The latest come first: behind a page of known ones there is nothing new.
      if (is_last || unread.length === 0) return
    }
  },
})

/** Has the conversations of all mapped homes read, so that an event that never came costs minutes, not a message. */
export const readAllChannelThreads = defineJob({
  name: 'channel-messages.read-all-threads',
  payload: z.object({}),
  schedule: '*/10 * * * *',
  async run(context: ChannelsContext) {
    if (!context.channelManager) return
    await transaction(context.db, async (tx) => {
      for (const { remote_property_id } of await queries.channelManager.listHomes(tx, {}))
        await context.jobs.enqueue(tx, readChannelThreads, { remote_property_id })
    })
  },
})
