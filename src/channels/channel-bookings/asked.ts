import { z } from 'zod'
import { oneLine } from '../../platform/lib/text.ts'
import { time } from '../channel-manager/remote-messages.ts'
import { type Envelope, isUnreadable, type Revision, readRevision } from './revision.ts'

/** Requests of guests as a channel manager sends them (docs/design/channels.md, "Requests of guests"). Pure. */

/** An inquiry, or a request for a booking, in the service's own words. */
export interface Asked {
  /** Name of the request among those of its account. */
  key: string
  thread_id: string | undefined
  /** Days, guests and price, with one room at least. */
  stay: Revision
  /** Deadline, ISO in UTC; undefined: no answer is waited for. */
  until: string | undefined
  is_answered: boolean
}

/** Channel of inquiries, whose payload names none: Channex has them from Airbnb alone. */
export const INQUIRING = 'Airbnb'
/** Time for an answer to a request for a booking, whose payload names no deadline: that of Airbnb. */
const ANSWER_MS = 24 * 3_600_000

const id = z.string().min(1).max(100).optional().catch(undefined)
const inquiry = z.looseObject({
  status: z.string().optional().catch(undefined),
  message_thread_id: id,
  live_feed_event_id: id,
  booking_details: z.looseObject({
    checkin_date: z.unknown().optional(),
    checkout_date: z.unknown().optional(),
    currency: z.unknown().optional(),
    payout_amount: z.unknown().optional(),
    expected_payout_amount_accurate: z.unknown().optional(),
    guest_name: z.unknown().optional(),
    room_type_id: z.unknown().optional(),
    number_of_adults: z.unknown().optional(),
    number_of_children: z.unknown().optional(),
    number_of_infants: z.unknown().optional(),
    // PostgreSQL has no moment of a year that is written with a sign.
    non_response_at: time
      .refine((at) => /^\d/.test(at))
      .optional()
      .catch(undefined),
  }),
})

/** The conversation that an event names. */
export const threadOf = (payload: unknown): string | undefined =>
  z.looseObject({ message_thread_id: id }).safeParse(payload).data?.message_thread_id

/** An inquiry, from its event or from the message about it in its conversation; undefined: it has no details. */
export function readInquiry(payload: unknown, thread_id: string | undefined, envelope: Envelope): Asked | undefined {
  const given = inquiry.safeParse(payload)
  if (!given.success) return undefined
  const { booking_details: details, message_thread_id, live_feed_event_id } = given.data
  const key = thread_id ?? message_thread_id ?? live_feed_event_id ?? envelope.fallback_id
  const stay = readStay(
    {
      booking_id: key,
      status: 'new',
      ota_name: INQUIRING,
      arrival_date: details.checkin_date,
      departure_date: details.checkout_date,
      currency: details.currency,
      amount: details.payout_amount ?? details.expected_payout_amount_accurate,
      customer: { name: details.guest_name },
      occupancy: {
        adults: details.number_of_adults,
        children: details.number_of_children,
        infants: details.number_of_infants,
      },
      rooms: [{ room_type_id: details.room_type_id }],
    },
    envelope,
  )
  const is_answered = given.data.status !== undefined && given.data.status !== 'active'
  return stay && { key, thread_id, stay, until: details.non_response_at, is_answered }
}

const request = z.looseObject({
  bms: z.looseObject({ booking_id: id, ota_reservation_code: id, attributes: z.unknown().optional() }),
  resolved: z.boolean().optional().catch(undefined),
})

/** A request for a booking, or for a change of one, whose details are those of a revision; undefined: it has none. */
export function readRequest(payload: unknown, envelope: Envelope): Asked | undefined {
  const given = request.safeParse(payload)
  if (!given.success) return undefined
  const { bms, resolved: is_answered = false } = given.data
  const { ota_reservation_code, booking_id } = request.shape.bms.catch(bms).parse(bms.attributes ?? bms)
  const key = ota_reservation_code ?? booking_id ?? envelope.fallback_id
  const details = z
    .looseObject({})
    .catch({})
    .parse(bms.attributes ?? bms)
  const stay = readStay({ ...details, booking_id: booking_id ?? key }, envelope)
  return stay && { key, thread_id: undefined, stay, until: deadlineOf(envelope), is_answered }
}

function readStay(details: object, envelope: Envelope): Revision | undefined {
  const stay = readRevision({ ...details, status: 'new' }, envelope)
  return isUnreadable(stay) || stay.rooms.length === 0 ? undefined : stay
}

/** A day after the channel manager has passed it on. */
function deadlineOf({ timestamp, received_at }: Envelope): string {
  const sent = time.safeParse(timestamp)
  const at = Date.parse(sent.success ? sent.data : received_at)
  // A time in the future would keep it open.
  return new Date(Math.min(at, Date.now()) + ANSWER_MS).toISOString()
}

const channel = z.looseObject({
  channel_id: id,
  ota_name: id,
  channel_name: id,
  channel: id,
  title: id,
  listing_id: id,
})

/** The channel that an event is about, by its name and by what tells it from others. */
export function readChannel(payload: unknown): { name: string | null; key: string } {
  const { ota_name, channel_name, channel: kind, title, channel_id, listing_id } = channel.safeParse(payload).data ?? {}
  const name = oneLine(ota_name ?? channel_name ?? kind ?? title ?? '') || null
  return { name, key: [channel_id ?? name ?? '', listing_id ?? ''].join(' ').trim() }
}
