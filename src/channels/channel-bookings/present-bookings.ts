import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { defineJob } from '../../platform/jobs/job.ts'
import { type ChannelManager, ChannelManagerError } from '../channel-manager/client.ts'
import { notifyListRefused, notifyUnreadable } from '../channel-manager/notices.ts'
import type { RemoteBooking } from '../channel-manager/remote-bookings.ts'
import { findSubscription, type Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { takeUnannounced } from './feed.ts'

const mapped = z.object({ webhook_id: z.string(), remote_property_id: z.string() })
type Mapped = z.output<typeof mapped>

/** The channel manager and the subscription, while this is active and mapped to the same home there. */
async function findMapped(context: ChannelsContext, { webhook_id, remote_property_id }: Mapped) {
  const manager = context.channelManager
  const subscription = await findSubscription(context.db, { webhook_id })
  const isMapped = subscription?.is_active && subscription.remote_property_id === remote_property_id
  return manager && isMapped ? { manager, subscription } : undefined
}

/**
 * Reads a page of the bookings that channels have sold of a home before it was mapped (docs/design/channels.md, "First reading").
 * Each booking is applied by a job of its own, so that one that fails delays no other.
 */
export const readPresentBookings = defineJob({
  name: 'channel-bookings.read-present',
  needs: 'channels',
  payload: mapped.extend({ page: z.int() }),
  async run(context: ChannelsContext, { page, ...place }) {
    const found = await findMapped(context, place)
    if (!found) return
    const { manager, subscription } = found
    const listed = await listBookings(context, manager, subscription, { ...place, page })
    if (!listed) return
    await transaction(context.db, async (tx) => {
      for (const booking of listed.bookings) {
        const { revision_id } = booking
        const isWanted = await concerns(context, subscription, booking)
        if (isWanted) await context.jobs.enqueue(tx, takePresentBooking, { ...place, revision_id })
      }
      if (!listed.is_last) await context.jobs.enqueue(tx, readPresentBookings, { ...place, page: page + 1 })
    })
  },
})

/** Applies one booking of the list. The list has no time of the revision, so the revision is fetched: an older one never replaces a newer one. */
export const takePresentBooking = defineJob({
  name: 'channel-bookings.take-present',
  needs: 'channels',
  payload: mapped.extend({ revision_id: z.string() }),
  async run(context: ChannelsContext, { revision_id: id, ...place }) {
    const found = await findMapped(context, place)
    if (!found) return
    const { manager, subscription } = found
    const revision = await manager.findRevision(id)
    const reason = 'the channel manager lists this booking, and does not know its revision'
    if (!revision) return void (await notifyUnreadable(context, subscription, { id, reason }))
    // The key opens the bookings of every owner.
    if (revision.property_id !== place.remote_property_id) return
    await takeUnannounced(context, manager, subscription, { ...revision, is_earlier: true })
  },
})

/** @throws ChannelManagerError it cannot be reached, or is too busy. undefined: it refuses the list, and owner and support are notified. */
async function listBookings(
  context: ChannelsContext,
  manager: ChannelManager,
  subscription: Subscription,
  { remote_property_id: property_id, page }: Mapped & { page: number },
) {
  try {
    return await manager.listBookings({ property_id, departs_from: subscription.today, page })
  } catch (error) {
    if (!(error instanceof ChannelManagerError && error.isRefusal)) throw error
    await notifyListRefused(context, subscription, error.message)
    return undefined
  }
}

/**
 * True if a booking of the list is to be applied: one of this home that has not ended, and is not known as it is. A cancelled one counts
 * where it is known. A known one counts where its room was not mapped yet when it came, and its stay is at another home.
 */
async function concerns(
  context: ChannelsContext,
  subscription: Subscription,
  booking: RemoteBooking,
): Promise<boolean> {
  const { provider, owner_id, property_id, today, remote_property_id, room_type_id } = subscription
  const { id: booking_id, departure_date = today, is_cancelled, room_type_ids } = booking
  if (booking.property_id !== remote_property_id || departure_date < today) return false
  const namesRoom = room_type_id !== null && room_type_ids.includes(room_type_id)
  const isOfOtherRooms = room_type_ids.length > 0 && room_type_ids.every((id) => id !== undefined)
  if (room_type_id !== null && !namesRoom && isOfOtherRooms) return false
  const { ota_name, ota_reservation_code } = booking
  const sold = { provider, owner_id, booking_id, property_id, ota_name, ota_reservation_code }
  const known = await queries.channelBookings.findKnown(context.db, sold)
  if (!known) return !is_cancelled
  const isMisplaced = namesRoom && !is_cancelled && !known.is_here
  return known.revision_id !== booking.revision_id || isMisplaced
}
