import { z } from 'zod'
import { countWithin } from '../../accounts/auth/throttle.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Settled } from '../../platform/inbox/applying.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { readOwnThread } from './request-events.ts'

/** Limit of readings of messages by events of one booking; the schedule reads what is missed. */
const READS = { limit: 60, seconds: 3_600 }

const aboutBooking = z.looseObject({ booking_id: z.string().min(1).max(100) })

/** Applies the event of a message: the messages of its booking are read from the channel manager. */
export async function applyMessageEvent(
  context: ChannelsContext,
  subscription: Subscription,
  payload: unknown,
): Promise<Settled> {
  const { id, provider, owner_id } = subscription
  if (!context.channelManager) return { status: 'ignored', error: 'its data is not used' }
  const named = aboutBooking.safeParse(payload)
  if (!named.success) {
    const isRead =
      (await countWithin(context.db, { key: `thread reads ${id}`, ...READS })) === 0 &&
      (await readOwnThread(context, subscription, payload))
    if (isRead) return { status: 'applied' }
    return { status: 'ignored', error: 'names no booking: the conversations are read by their schedule' }
  }
  const { booking_id } = named.data
  // Only bookings of the subscription's own account: the key opens those of every owner.
  const booking = await queries.channelBookings.findOfOwner(context.db, { provider, owner_id, booking_id })
  if (!booking) return { status: 'ignored', error: 'the booking is not known', is_repeatable: true }
  if ((await countWithin(context.db, { key: `message reads ${booking.id}`, ...READS })) > 0)
    return {
      status: 'ignored',
      error: 'too many events: the conversations are read by their schedule',
      is_repeatable: true,
    }
  await context.requestMessages(context.db, { channel_booking_id: booking.id })
  return { status: 'applied' }
}
