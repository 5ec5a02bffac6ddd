import { z } from 'zod'
import { askChangeForChannel } from '../../bookings/reservations/channel-requests.ts'
import { lockStay, stayOf } from '../../bookings/states/lock-stay.ts'
import { queries } from '../../platform/db/queries.ts'
import type { Settled } from '../../platform/inbox/applying.ts'
import { notifyWaiting } from '../channel-manager/notices.ts'
import { unlessRefused } from '../channel-manager/once.ts'
import type { ANSWER_EVENTS, REQUEST_EVENTS } from '../channel-manager/schemas.ts'
import type { Subscription } from '../channel-manager/secrets.ts'
import type { ChannelsContext } from '../context.ts'
import { type Asked, readInquiry, readRequest, threadOf } from './asked.ts'
import { placed } from './bookings.ts'
import { assignThread, endRequests, keepRequest, keepThread } from './requests.ts'
import type { Envelope } from './revision.ts'

export type RequestEvent = (typeof REQUEST_EVENTS)[number] | (typeof ANSWER_EVENTS)[number]

const APPLIED: Settled = { status: 'applied' }

/** Applies an event about a request of a guest, or about its answer at the channel, of a home that is mapped. */
export async function applyRequestEvent(
  context: ChannelsContext,
  subscription: Subscription,
  payload: unknown,
  envelope: Envelope & { event: RequestEvent },
): Promise<Settled> {
  switch (envelope.event) {
    case 'inquiry':
      return inquire(context, subscription, payload, envelope)
    case 'reservation_request': {
      const asked = readRequest(payload, envelope)
      if (!asked) return tellWaiting(context, subscription, 'reservation', envelope)
      await keepRequest(context, subscription, 'reservation', asked)
      return APPLIED
    }
    case 'alteration_request': {
      const asked = readRequest(payload, envelope)
      const isKept = asked && (asked.is_answered || (await keepAlteration(context, subscription, asked)))
      return isKept ? APPLIED : tellWaiting(context, subscription, 'alteration', envelope, asked)
    }
    default: {
      const asked = readRequest(payload, envelope)
      const to = envelope.event === 'declined_reservation' ? ('declined' as const) : ('expired' as const)
      const end = { to, reason: `${to === 'declined' ? 'declined' : 'accepted'} at the channel` }
      const isKnown = asked && (await endRequests(context, subscription, [asked.key, asked.stay.booking_id], end))
      return isKnown ? APPLIED : { status: 'ignored', error: 'the request is not known', is_repeatable: true }
    }
  }
}

async function inquire(
  context: ChannelsContext,
  subscription: Subscription,
  payload: unknown,
  envelope: Envelope,
): Promise<Settled> {
  const thread_id = await findOwnThread(context, subscription, threadOf(payload))
  const asked = readInquiry(payload, thread_id, envelope)
  if (asked) await keepRequest(context, subscription, 'inquiry', asked)
  else await tellWaiting(context, subscription, 'inquiry', envelope)
  if (thread_id !== undefined) await requestThread(context, subscription, thread_id)
  return APPLIED
}

/**
 * The conversation that an event names, if it is one of the home of its subscription and has no booking: the key opens those of every owner.
 * undefined also where the messages app is not installed.
 */
async function findOwnThread(
  { channelManager }: ChannelsContext,
  { remote_property_id }: Subscription,
  thread_id: string | undefined,
): Promise<string | undefined> {
  if (!channelManager || remote_property_id === null || thread_id === undefined) return undefined
  const thread = await unlessRefused(channelManager.findThread(thread_id))
  const isOwn = thread?.property_id === remote_property_id && thread?.booking_id === undefined
  return isOwn ? thread_id : undefined
}

async function requestThread(context: ChannelsContext, subscription: Subscription, thread_id: string): Promise<void> {
  const channel_booking_id = await keepThread(context, subscription, thread_id)
  const { remote_property_id } = subscription
  await context.requestMessages(context.db, { channel_booking_id, remote_property_id: remote_property_id ?? undefined })
}

/** Requests the messages of a conversation without a booking. Returns false if it is none of the home. */
export async function readOwnThread(context: ChannelsContext, subscription: Subscription, payload: unknown) {
  const thread_id = await findOwnThread(context, subscription, threadOf(payload))
  if (thread_id !== undefined) await requestThread(context, subscription, thread_id)
  return thread_id !== undefined
}

/** Stores what a guest wants to change of a booking at its first stay. Returns whether that can change. */
async function keepAlteration(context: ChannelsContext, subscription: Subscription, { stay }: Asked): Promise<boolean> {
  const { provider, owner_id } = subscription
  const booking = { provider, owner_id, booking_id: stay.booking_id }
  const [wanted] = await placed(context, subscription, stay)
  if (!wanted) return false
  const { ota_name = '', ota_reservation_code = '', property_id } = wanted
  const found =
    (await queries.channelBookings.findReviewed(context.db, booking)) ??
    (await queries.states.findOfChannel(context.db, { property_id, ota_name, ota_reservation_code }))
  if (!found) return false
  const reservation_id = 'id' in found ? found.id : found.reservation_id
  return lockStay(context, stayOf(reservation_id), (tx) => askChangeForChannel(context, tx, reservation_id, wanted))
}

/** Notifies people of a request that has no details here, or no stay. */
async function tellWaiting(
  context: ChannelsContext,
  subscription: Subscription,
  asks: 'inquiry' | 'reservation' | 'alteration',
  { fallback_id }: Envelope,
  asked?: Asked,
): Promise<Settled> {
  const channel = asked?.stay.ota_name ?? null
  await notifyWaiting(context, subscription, { id: fallback_id, asks, channel, guest: asked?.stay.name ?? null })
  return { status: 'applied', error: 'its details are in the channel manager' }
}

const assigned = z.looseObject({
  booking_id: z.string().min(1).max(100),
  message_thread_id: z.string().min(1).max(100),
})

/** Applies the event by which a conversation gets its booking. The booking may come a little later: the list of conversations says it again. */
export async function applyAssignedThread(
  context: ChannelsContext,
  subscription: Subscription,
  payload: unknown,
): Promise<Settled> {
  const given = assigned.safeParse(payload)
  if (!given.success)
    return { status: 'ignored', error: 'names no booking: the conversations are read by their schedule' }
  const { booking_id, message_thread_id: thread_id } = given.data
  const isKnown = await assignThread(context, subscription, { thread_id, booking_id })
  return isKnown ? APPLIED : { status: 'ignored', error: 'the booking is not known', is_repeatable: true }
}
