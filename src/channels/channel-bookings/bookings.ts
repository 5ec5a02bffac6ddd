import {
  bookForChannel,
  cancelForChannel,
  changeForChannel,
  prepareNights,
  type SoldStay,
} from '../../bookings/reservations/channel.ts'
import { lockCalendars } from '../../homes/properties/calendar-lock.ts'
import type { Transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { type Revision, shareOf } from './revision.ts'

export interface Applied {
  status: 'applied' | 'ignored'
  error?: string
}

/** A stay and its place among the rooms of its home. */
interface PlacedStay extends SoldStay {
  position: number
  is_cancelled: boolean
}

/**
 * Applies a revision of a booking: reservations of its homes are made, changed or cancelled in one transaction. The
 * newest revision wins, in whatever order they arrive, and a repetition changes nothing, unless its room has a new home. The channel manager gets the nights
 * of every revision: it has closed them by itself, although a later revision has given them up before this service saw them.
 */
export async function applyRevision(
  context: ChannelsContext,
  subscription: Subscription,
  revision: Revision,
): Promise<Applied> {
  const { provider, owner_id, property_id } = subscription
  const booking = { provider, owner_id, booking_id: revision.booking_id }
  const before = await queries.channelBookings.listStays(context.db, booking)
  const mentioned = await placed(context, subscription, revision, before)
  const wanted = mentioned.filter((stay) => !stay.is_cancelled)
  const property_ids = [property_id, ...wanted.map((stay) => stay.property_id)]
  await queries.channelBookings.adoptBooking(context.db, { ...booking, property_ids })
  const known = await queries.channelBookings.listStays(context.db, booking)
  const homes = new Set([...mentioned.map((stay) => stay.property_id), ...known.flatMap(homesOf)])
  await prepareNights(context, wanted)
  const applied = lockCalendars<Applied>(context, [property_id, ...homes], async (tx) => {
    const { revision_id, version_at, is_cancelled, yields } = revision
    const version = { ...booking, revision_id, version_at, is_cancelled, yields }
    for (const stay of mentioned) await queries.channelManager.markNights(tx, stay)
    const is_misplaced = !is_cancelled && isMisplaced(wanted, await queries.channelBookings.listStays(tx, booking))
    const advanced = await queries.channelBookings.advanceBooking(tx, { ...version, is_misplaced })
    if (!advanced) return { status: 'ignored', error: 'this revision or a newer one is known' }
    const { ota_name, ota_reservation_code } = revision
    await queries.channelBookings.adoptImported(tx, {
      channel_booking_id: advanced.id,
      owner_id,
      property_ids: [property_id, ...mentioned.map((stay) => stay.property_id)],
      ota_name,
      ota_reservation_code,
    })
    const present = await queries.channelBookings.listStays(tx, booking)
    const isLocked = present.flatMap(homesOf).every((home) => home === property_id || homes.has(home))
    if (!isLocked) throw new RelocatedError()
    await write(context, tx, advanced.id, wanted, present, revision)
    const notes = revision.notes.join('; ')
    return { status: 'applied', ...(notes === '' ? {} : { error: notes }) }
  })
  return applied.catch((error: unknown) => {
    if (error instanceof RelocatedError) return applyRevision(context, subscription, revision)
    throw error
  })
}

/** A stay of the booking is at a home that was not locked: nothing is written, and the revision is applied again. */
class RelocatedError extends Error {}

type Present = Awaited<ReturnType<typeof queries.channelBookings.listStays>>

const keyOf = ({ property_id, position }: Pick<PlacedStay, 'property_id' | 'position'>) => `${property_id} ${position}`

/** True if a known booking is at other homes than its rooms are mapped to now. Pure. */
const isMisplaced = (wanted: PlacedStay[], present: Present): boolean => {
  const kept = new Set(present.map(keyOf))
  return kept.size > 0 && wanted.some((stay) => !kept.has(keyOf(stay)))
}

/** The home that the channel has sold, and the one where the stay is now. */
const homesOf = ({ property_id, home_id }: Present[number]): string[] => [property_id, home_id]

async function write(
  context: ChannelsContext,
  tx: Transaction,
  channel_booking_id: number,
  wanted: PlacedStay[],
  present: Present,
  { revision_id, cancellation }: Revision,
): Promise<void> {
  const reservationOf = new Map(present.map((stay) => [keyOf(stay), stay.reservation_id]))
  const kept = new Set(wanted.map(keyOf))
  // Nights are freed first, because another room of the same booking may take them.
  const given = [...reservationOf].filter(([key]) => !kept.has(key))
  for (const [index, [, reservation_id]] of given.entries()) {
    const share = (cents: number | undefined) => (cents === undefined ? undefined : shareOf(cents, index, given.length))
    const { fee_cents, commission_cents } = cancellation
    const terms = { fee_cents: share(fee_cents), commission_cents: share(commission_cents) }
    await cancelForChannel(context, tx, reservation_id, revision_id, terms)
  }
  for (const stay of wanted) {
    const known = reservationOf.get(keyOf(stay))
    if (known === undefined) {
      const reservation_id = await bookForChannel(context, tx, stay, revision_id)
      const { property_id, position } = stay
      await queries.channelBookings.insertStay(tx, { channel_booking_id, property_id, position, reservation_id })
    } else {
      await changeForChannel(context, tx, known, stay, revision_id)
    }
  }
}

/** The stays of a revision at their homes: a room that is mapped at its own, any other where its booking is already, or at the subscription's. */
export async function placed(
  context: ChannelsContext,
  subscription: Subscription,
  { rooms, currency = subscription.currency, ...revision }: Revision,
  present: Pick<Present[number], 'property_id'>[] = [],
): Promise<PlacedStay[]> {
  const { provider, owner_id, remote_property_id } = subscription
  const mapped =
    remote_property_id === null
      ? []
      : await queries.channelManager.listRooms(context.db, { provider, owner_id, remote_property_id })
  const homeOf = new Map(mapped.map((row) => [row.room_type_id, row.property_id]))
  const named = new Set(rooms.map(({ room_type_id = '' }) => homeOf.get(room_type_id)))
  const known = present.find(({ property_id }) => !named.has(property_id))?.property_id
  const counts = new Map<string, number>()
  return rooms.map(({ room_type_id = '', ...room }) => {
    const property_id = homeOf.get(room_type_id) ?? known ?? subscription.property_id
    const position = counts.get(property_id) ?? 0
    counts.set(property_id, position + 1)
    return { ...revision, ...room, property_id, position, currency }
  })
}
