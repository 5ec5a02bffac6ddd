import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { daysOf } from '../../platform/lib/days.ts'

/** A revision of a booking, with the fields of its details. */
export interface StandinRevision {
  id: string
  property_id: string
  [detail: string]: unknown
}

/** Nights that a platform has sold through the stand-in. */
interface StandinBooking {
  booking_id: string
  property_id: string
  room_type_id: string
  arrival_date: string
  departure_date: string
  is_cancelled: boolean
}

/** A conversation that has begun without a booking, by an inquiry. */
export interface StandinThread {
  id: string
  property_id: string
  title: string
  /** Once it has become a booking. */
  booking_id: string | undefined
}

/** A message of a booking there, or of a conversation that has begun without one. */
export interface StandinMessage {
  id: string
  /** The booking or the conversation. */
  booking_id: string
  message: string
  sender: 'guest' | 'property' | 'system'
  meta?: object
  /** Pictures: their paths at the channel manager, or addresses. */
  attachments?: unknown[]
  inserted_at: string
}

/** A review as a guest writes it; scores are of ten. */
export const reviewed = z.object({
  content: z.string().nullable().default(null),
  overall_score: z.number().min(0).max(10).nullable().default(null),
  scores: z.array(z.object({ category: z.string(), score: z.number() })).default([]),
  ota: z.string().default('AirBNB'),
  is_hidden: z.boolean().default(false),
})

/** A review there. */
export interface StandinReview extends z.output<typeof reviewed> {
  id: string
  booking_id: string | undefined
  property_id: string
  reply: string | null
  received_at: string
}

export interface StandinWebhook {
  id: string
  property_id: string
  callback_url: string
  event_mask: string
  headers: Record<string, string>
  request_params: Record<string, string>
  is_active: boolean
  send_data: boolean
}

type DayRules = Record<string, unknown>

/** The body of a 404. */
export const missing = { errors: { code: 'resource_not_found', title: 'Resource Not Found' } }

type Sale = Pick<StandinBooking, 'property_id' | 'room_type_id' | 'arrival_date' | 'departure_date'>

/** State of the channel manager. */
export interface ChannelStore {
  /** All revisions, oldest first. */
  revisions: StandinRevision[]
  acknowledged: Set<string>
  bookings: Map<string, StandinBooking>
  /** Messages of all conversations, oldest first. */
  messages: StandinMessage[]
  threads: StandinThread[]
  /** Reviews of all homes, oldest first. */
  reviews: StandinReview[]
  webhooks: Map<string, StandinWebhook>
  /** By room and day. A day that was never sent is missing, and is not sold. */
  availability: Map<string, Map<string, number>>
  /** Homes of room types and rate plans, by their ids. */
  rooms: Map<string, string>
  rates: Map<string, string>
  /** By rate and day. */
  restrictions: Map<string, Map<string, DayRules>>
  /** Sells nights that are known to be free; undefined when they are not. */
  sell(sale: Sale, details?: object): StandinRevision | undefined
  /** Moves a booking to other nights, where the new ones are known to be free. */
  modify(booking_id: string, nights: Pick<Sale, 'arrival_date' | 'departure_date'>): StandinRevision | undefined
  cancel(booking_id: string): StandinRevision | undefined
}

export function createStore(): ChannelStore {
  const revisions: StandinRevision[] = []
  const bookings = new Map<string, StandinBooking>()
  const availability = new Map<string, Map<string, number>>()
  let clock = Date.now()

  const nightsOf = ({ arrival_date, departure_date }: Pick<Sale, 'arrival_date' | 'departure_date'>) =>
    daysOf(arrival_date, departure_date)

  /** A sold night is closed at once at all platforms. It is opened again by the service only. */
  function take(room_type_id: string, nights: string[]): boolean {
    const days = availability.get(room_type_id)
    if (!days || nights.length === 0 || nights.some((night) => (days.get(night) ?? 0) < 1)) return false
    for (const night of nights) days.set(night, 0)
    return true
  }

  function revise(booking: StandinBooking, status: string, details: object = {}): StandinRevision {
    // Revisions of one millisecond have an order, too.
    clock = Math.max(clock + 1, Date.now())
    const { is_cancelled: _, room_type_id, ...stay } = booking
    const revision = {
      ota_name: 'Airbnb',
      ota_reservation_code: booking.booking_id.slice(0, 8).toUpperCase(),
      amount: '240.00',
      currency: 'EUR',
      customer: { name: 'Grace', surname: 'Hopper', mail: 'alias@guest.airbnb.example', country: 'US' },
      occupancy: { adults: 2, children: 0, infants: 0 },
      ...details,
      ...stay,
      rooms: [{ room_type_id, checkin_date: stay.arrival_date, checkout_date: stay.departure_date }],
      status,
      inserted_at: new Date(clock).toISOString().replace('Z', '000'),
      id: randomUUID(),
    }
    revisions.push(revision)
    return revision
  }

  return {
    revisions,
    acknowledged: new Set(),
    bookings,
    messages: [],
    threads: [],
    reviews: [],
    webhooks: new Map(),
    availability,
    rooms: new Map(),
    rates: new Map(),
    restrictions: new Map(),
    sell(sale, details) {
      if (!take(sale.room_type_id, nightsOf(sale))) return undefined
      const booking = { ...sale, booking_id: randomUUID(), is_cancelled: false }
      bookings.set(booking.booking_id, booking)
      return revise(booking, 'new', details)
    },
    modify(booking_id, nights) {
      const booking = bookings.get(booking_id)
      if (!booking || booking.is_cancelled) return undefined
      const held = new Set(nightsOf(booking))
      const added = nightsOf(nights).filter((night) => !held.has(night))
      if (!take(booking.room_type_id, added)) return undefined
      Object.assign(booking, nights)
      return revise(booking, 'modified')
    },
    cancel(booking_id) {
      const booking = bookings.get(booking_id)
      if (!booking || booking.is_cancelled) return undefined
      booking.is_cancelled = true
      return revise(booking, 'cancelled')
    },
  }
}

/** A call that changed what the stand-in knows. */
export interface StandinCall {
  kind: 'availability' | 'restrictions'
  property_id: string
  /** By `performance.now()`. */
  at: number
  values: Record<string, unknown>[]
}

export interface ChannelStandin extends ChannelStore {
  url: string
  /** Statuses that the next requests get instead of an answer, for example 429; 0 closes the connection. */
  failures: number[]
  /** Only requests whose path has this fail. */
  failing: string
  /** `Retry-After` of failures, in seconds. */
  retryAfter: number | undefined
  /** Number of the next messages that are taken without an answer. */
  lostAnswers: number
  /** Delay of every answer. */
  delayMs: number
  /** Calls of each kind for each home within a minute; more are 429. */
  callsPerMinute: number
  /** Rooms and rates that it does not know: their values are left out, with a warning. */
  unknown: Set<string>
  /** The requests that arrived, as method and path. */
  asked: string[]
  calls: StandinCall[]
  close(): Promise<void>
}
