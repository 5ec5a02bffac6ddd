import type { HomeRight } from '../../src/platform/db/enums.ts'

/** Of a draft, by a number of its own: without the right it is hidden, as from strangers. */
export const HIDDEN = ['GET /seasons-test/{id}']

/** The right that each operation asks of a member of the home; an operation that is not here is not for members. */
export const RIGHT_OF: Record<string, HomeRight | 'any'> = {
  'GET /properties/{id}': 'any',
  'PUT /properties/{id}': 'manage',
  'GET /properties/{id}/members': 'manage',
  'POST /properties/{id}/members': 'manage',
  'POST /properties/{id}/photos': 'manage',
  'PUT /properties/{id}/photos/{photo_id}': 'manage',
  'DELETE /properties/{id}/photos/{photo_id}': 'manage',
  'GET /calendars/properties/{property_id}/availability': 'calendar',
  'POST /calendars/properties/{property_id}/bulk': 'calendar',
  'POST /calendars/properties/{property_id}/close': 'calendar',
  'DELETE /calendars/properties/{property_id}/close': 'calendar',
  'DELETE /calendars/properties/{property_id}/close/{block_id}': 'calendar',
  'GET /calendars/properties/{property_id}/ical': 'calendar',
  'POST /calendars/properties/{property_id}/ical/token': 'calendar',
  'POST /calendars/properties/{property_id}/ical/feeds': 'calendar',
  'POST /seasons-test': 'calendar',
  'GET /seasons-test/{id}': 'calendar',
  'PUT /seasons-test/{id}': 'calendar',
  'PATCH /seasons-test/{id}': 'calendar',
  'DELETE /seasons-test/{id}': 'calendar',
  'GET /reservations/{id}': 'reservations',
  'GET /reservations/{id}/confirmation': 'reservations',
  'GET /reservations/change-status-reservation-by-proprio/{reservation_id}/{status}': 'reservations',
  'POST /reservations/change-status-reservation-by-proprio/{reservation_id}/{status}': 'reservations',
  'GET /reservations/{id}/supplements': 'money',
  'POST /reservations/{id}/supplements': 'money',
  'DELETE /reservations/{id}/supplements/{supplement_id}': 'money',
  'POST /reservations/{id}/invoice': 'money',
  'POST /payment_status_notification/{payment_id}': 'money',
  'POST /booking_canceled_to_guest_notification/{payment_id}': 'money',
  'GET /messages/attachments/{message_id}': 'messages',
  'POST /comments/{id}/reply': 'messages',
}
