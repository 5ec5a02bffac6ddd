import { type Asks, askForChannel, endAskForChannel } from '../../bookings/reservations/channel-requests.ts'
import { moveConversation } from '../../conversations/stay-messages/thread.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import type { Asked } from './asked.ts'
import { placed } from './bookings.ts'

/** Ids of requests never are those of bookings, whose messages are read by their id. */
const nameOf = (key: string): string => `request:${key}`

type Account = Pick<Subscription, 'provider' | 'owner_id'>

/** Finds a request by its key, with its stay. */
const findStays = ({ db }: ChannelsContext, { provider, owner_id }: Account, key: string) =>
  queries.channelBookings.listStays(db, { provider, owner_id, booking_id: nameOf(key) })

/** Records a conversation without a booking, which the caller has found among those of the home. Returns its number. */
export async function keepThread(
  { db }: ChannelsContext,
  { provider, owner_id }: Account,
  thread_id: string,
): Promise<number> {
  const request = { provider, owner_id, thread_id, booking_id: nameOf(thread_id) }
  const { id } = await transaction(db, (tx) => queries.channelBookings.upsertRequest(tx, request))
  return id
}

/**
 * Stores a request as an inquiry of the home that its room is mapped to, once, or ends one that was answered. Of one that was answered before it
 * was known only the conversation goes on.
 */
export async function keepRequest(
  context: ChannelsContext,
  subscription: Subscription,
  asks: Asks,
  { key, thread_id, is_answered, ...asked }: Asked,
): Promise<void> {
  const { provider, owner_id } = subscription
  const until = is_answered ? undefined : asked.until
  if (is_answered) {
    await endRequests(context, subscription, [key], { to: 'expired', reason: 'answered at the channel' })
    if (thread_id === undefined) return
  }
  const [stay] = await placed(context, subscription, asked.stay)
  if (!stay) return
  const booking_id = nameOf(key)
  await transaction(context.db, async (tx) => {
    const { id } = await queries.channelBookings.upsertRequest(tx, { provider, owner_id, booking_id, thread_id })
    const [known] = await queries.channelBookings.listStays(tx, { provider, owner_id, booking_id })
    if (known) return
    const reservation_id = await askForChannel(
      context,
      tx,
      { ...stay, ota_reservation_code: undefined },
      { asks, until },
    )
    const { property_id, position } = stay
    await queries.channelBookings.insertStay(tx, { channel_booking_id: id, property_id, position, reservation_id })
  })
}

/** Ends the requests of these keys that wait. Returns whether there was one. */
export async function endRequests(
  context: ChannelsContext,
  { provider, owner_id }: Account,
  keys: (string | undefined)[],
  end: Parameters<typeof endAskForChannel>[2],
): Promise<boolean> {
  const booking_ids = keys.filter((key) => key !== undefined).map(nameOf)
  const waiting = await queries.channelBookings.listAsked(context.db, { provider, owner_id, booking_ids })
  for (const { reservation_id } of waiting) await endAskForChannel(context, reservation_id, end)
  return waiting.length > 0
}

/** Ends the requests that have become a booking. */
export const endRequestsOf = (
  context: ChannelsContext,
  account: Account,
  { ota_reservation_code, booking_id }: { ota_reservation_code: string | undefined; booking_id: string },
): Promise<unknown> =>
  endRequests(context, account, [ota_reservation_code, booking_id], { to: 'expired', reason: 'booked at the channel' })

/** Gives the conversation of an inquiry to the booking that it has become, and ends the inquiry. Returns false if the booking is not known yet. */
export async function assignThread(
  context: ChannelsContext,
  { provider, owner_id }: Account,
  { thread_id, booking_id }: { thread_id: string; booking_id: string },
): Promise<boolean> {
  const booking = await queries.channelBookings.findOfOwner(context.db, { provider, owner_id, booking_id })
  if (!booking) return false
  const [asked] = await findStays(context, { provider, owner_id }, thread_id)
  const found = await queries.channelBookings.findBooking(context.db, { channel_booking_id: booking.id })
  const to_id = found?.reservation_ids[0]
  await transaction(context.db, async (tx) => {
    const ended = await queries.channelBookings.endThread(tx, { provider, owner_id, thread_id })
    if (ended && asked && to_id !== undefined)
      await moveConversation(context, tx, { owner_id, from_id: asked.reservation_id, to_id })
  })
  if (asked) await endAskForChannel(context, asked.reservation_id, { to: 'expired', reason: 'booked at the channel' })
  await context.requestMessages(context.db, { channel_booking_id: booking.id })
  return true
}
