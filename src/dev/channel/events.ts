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
const ofChannel: Payload = () => ({ channel: 'Agoda', channel_id: randomUUID(), channel_name: 'Agoda' })
const ofError: Payload = (named) => ({
  ...Object(ofChannel(named)),
  error_type: 'general_error',
  property_name: 'Casa',
})
const ofRequest: Payload = ({ booking_id, property_id }) => ({ bms: { booking_id, property_id }, resolved: false })
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
  message: ({ booking_id }) => ({ id: randomUUID(), booking_id, message: 'Hello', attachments: [] }),
  message_thread_booking_assigned: ({ booking_id }) => ({ booking_id, message_thread_id: randomUUID() }),
  review: ofReview,
  updated_review: ofReview,
  inquiry: ofRequest,
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
