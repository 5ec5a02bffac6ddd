import { randomUUID } from 'node:crypto'

/** An event as Channex sends it, but for its time (its documentation, "Webhook Collection"). */
export interface StandinEvent {
  event: string
  property_id: string
  user_id: null
  /** Left out by webhooks without `send_data`. */
  payload?: unknown
}

/** Reference of an event to a revision. Only `booking` calls it `revision_id`. */
export interface NamedRevision {
  booking_id: unknown
  revision_id: string
  property_id: string
}

type Payload = (named: NamedRevision) => unknown

const ofBooking: Payload = ({ booking_id, revision_id, property_id }) => ({
  booking_id,
  booking_revision_id: revision_id,
  property_id,
})
const ofMapping: Payload = ({ booking_id, revision_id }) => ({ booking_id, booking_revision_id: revision_id })
const ofChannel: Payload = () => ({ title: 'Test Channel', channel_id: randomUUID(), ota_name: 'Klook' })
const ofError: Payload = () => ({
  ...{ channel: 'Agoda', channel_event_id: randomUUID(), channel_id: randomUUID(), channel_name: 'Agoda' },
  error_type: 'general_error',
  property_name: 'Casa',
})
/** A request has the structure of a revision. */
const ofRequest: Payload = ({ booking_id, property_id }) => ({
  bms: {
    booking_id,
    property_id,
    status: 'new',
    ota_name: 'Airbnb',
    ota_reservation_code: 'HMREQUEST',
    arrival_date: '2030-02-01',
    departure_date: '2030-02-04',
    amount: '240.00',
    currency: 'EUR',
    customer: { name: 'Ada', surname: 'Lovelace' },
    occupancy: { adults: 2, children: 0, infants: 0 },
    rooms: [],
    inserted_at: '2026-01-01T10:00:00.000000',
  },
  resolved: false,
})
const ofInquiry: Payload = ({ property_id }) => ({
  status: 'active',
  property_id,
  message_thread_id: randomUUID(),
  live_feed_event_id: randomUUID(),
  booking_details: {
    ...{ currency: 'EUR', property_id, listing_id: '1', listing_name: 'Casa', nights: 3, guest_name: 'Ada' },
    ...{ checkin_date: '2030-03-01', checkout_date: '2030-03-04', room_type_id: randomUUID(), payout_amount: '559.21' },
    ...{ number_of_adults: 2, number_of_children: 0, number_of_infants: 0, number_of_pets: 0, number_of_guests: 2 },
    non_response_at: new Date(Date.now() + 86_400_000).toISOString(),
  },
})
const ofReview: Payload = ({ booking_id }) => ({ id: randomUUID(), booking_id, overall_score: 9, content: 'Lovely.' })
const ofRemoval: Payload = () => ({ channel_id: randomUUID(), removal_date: '2030-01-01', days_left: 7 })

/** The kinds of events, each with its payload. */
const PAYLOADS = {
  ari: () => [{ availability: 1, booked: 0, date: '2030-01-01', room_type_id: randomUUID(), stop_sell: false }],
  booking: (named) => named,
  booking_new: ofBooking,
  booking_modification: ofBooking,
  booking_cancellation: ofBooking,
  booking_unmapped_room: ofMapping,
  booking_unmapped_rate: ofMapping,
  non_acked_booking: ofBooking,
  message: ({ booking_id, property_id }) => ({
    ...{ id: randomUUID(), message: 'Hello', meta: null, sender: 'guest', property_id, booking_id },
    ...{ message_thread_id: randomUUID(), attachments: [], have_attachment: false },
  }),
  message_thread_booking_assigned: ({ booking_id }) => ({ booking_id, message_thread_id: randomUUID() }),
  review: ofReview,
  updated_review: ofReview,
  inquiry: ofInquiry,
  reservation_request: ofRequest,
  alteration_request: ofRequest,
  accepted_reservation: ofRequest,
  declined_reservation: ofRequest,
  sync_error: ofError,
  sync_warning: ofError,
  rate_error: ofError,
  new_channel: ofChannel,
  updated_channel: ofChannel,
  activate_channel: ofChannel,
  deactivate_channel: ofChannel,
  disconnect_channel: ofChannel,
  // An earlier name of the same, still in copies of the documentation.
  disconnected_channel: ofChannel,
  disconnect_listing: ofChannel,
  channel_removal_warning: ofRemoval,
  property_removal_warning: ofRemoval,
} satisfies Record<string, Payload>

export type EventKind = keyof typeof PAYLOADS

export const EVENT_KINDS = Object.keys(PAYLOADS) as EventKind[]

/** An event of a kind, about a revision where it is about a booking. */
export const eventOfKind = (event: EventKind, named: NamedRevision): StandinEvent => ({
  event,
  property_id: named.property_id,
  user_id: null,
  payload: PAYLOADS[event](named),
})
