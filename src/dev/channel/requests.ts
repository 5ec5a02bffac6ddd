import { randomUUID } from 'node:crypto'
import { eventOfKind, type StandinEvent } from './events.ts'
import { writeThere } from './messages.ts'
import type { ChannelStandin, StandinThread } from './store.ts'
import { sendWebhooks } from './webhooks.ts'

/** Days and room that a guest asks about, at a home there. */
interface Question {
  property_id: string
  room_type_id: string
  checkin_date: string
  checkout_date: string
  /** Deadline of the answer; null: none is waited for. */
  non_response_at: string | null
}

/** A guest inquires at a platform: a conversation without a booking begins, with a message that says what is asked. Returns it with its event. */
export function askThere(
  standin: ChannelStandin,
  question: Question,
  message = 'Is it quiet?',
): { thread: StandinThread; event: StandinEvent } {
  const { property_id } = question
  const thread: StandinThread = { id: randomUUID(), property_id, title: 'Ada', booking_id: undefined }
  standin.threads.push(thread)
  const asked = {
    status: 'active',
    live_feed_event_id: randomUUID(),
    booking_details: {
      ...{
        currency: 'EUR',
        listing_id: '1',
        listing_name: 'Casa',
        nights: 3,
        guest_name: 'Ada',
        payout_amount: '240.00',
      },
      ...{ number_of_adults: 2, number_of_children: 1, number_of_infants: 0, number_of_guests: 3, number_of_pets: 0 },
      ...question,
    },
  }
  writeThere(standin, { booking_id: thread.id, message: 'inquiry', sender: 'system', meta: asked })
  writeThere(standin, { booking_id: thread.id, message, sender: 'guest' })
  const payload = { ...asked, property_id, message_thread_id: thread.id }
  return { thread, event: { event: 'inquiry', property_id, user_id: null, payload } }
}

/** A guest writes in a conversation without a booking, and the service is notified. */
export async function writeWithoutBooking(
  standin: ChannelStandin,
  { id, property_id }: StandinThread,
  message: string,
) {
  const written = writeThere(standin, { booking_id: id, message, sender: 'guest' })
  const payload = { id: written.id, message, sender: 'guest', property_id, booking_id: null, message_thread_id: id }
  return sendWebhooks(standin, { event: 'message', property_id, user_id: null, payload })
}

/** Gives a conversation the booking that it has become, and the service is notified. */
export async function assignBooking(standin: ChannelStandin, thread: StandinThread, booking_id: string) {
  thread.booking_id = booking_id
  const { id, property_id } = thread
  const event = eventOfKind('message_thread_booking_assigned', { booking_id, revision_id: '', property_id })
  return sendWebhooks(standin, { ...event, payload: { booking_id, message_thread_id: id } })
}
