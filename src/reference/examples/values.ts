import { DEFAULT_LOCALE, texts } from '../../platform/locales/locales.ts'
import {
  at,
  CAMILLE,
  CLOSED,
  FREE,
  HOME,
  HOME_TITLE,
  inDays,
  MAILED_TOKEN,
  MARTIN,
  NOTIFICATION,
  PAYMENT,
  QUESTION,
  QUESTION_TEXT,
  STAY,
  TOKEN,
} from './demo.ts'

/** Values of a format, for fields without an example of their own. */
const formats = {
  binary: '(the bytes of the picture)',
  uuid: HOME,
  date: FREE.check_in,
  'date-time': at(-10),
}

const INVOICE_NUMBER = '2026-000001'
const compact = (day: string): string => day.replaceAll('-', '')

/** Examples of fields whose schema is shared and whose value is not (src/platform/openapi/reference.ts). */
export const VALUES: Record<string, unknown> = {
  ...formats,
  success: true,
  'meta.per_page': 20,
  'getLabels.data': {
    ...texts(DEFAULT_LOCALE).labels,
    property_type: { cottage: 'Gîte' },
    room_type: { entire_home: 'Logement entier' },
    amenity: { wifi: 'Wi-Fi' },
  },

  // Operations that share parameters or bodies with others.
  newToken: TOKEN,
  'listAudit.action': 'property.prices',
  'verifyEmail.body': { token: MAILED_TOKEN },
  'verifyEmailByLink.token': MAILED_TOKEN,
  'searchProperties.country_id': 'FR',
  'searchProperties.check_in': FREE.check_in,
  'searchProperties.check_out': FREE.check_out,
  'searchProperties.adults': 2,
  'updateSeason.body': { season_reduction_percent: 15 },
  'patchSeason.body': { season_status: 'inactive' },
  'listMessages.before': 4,
  'hideComment.body': { reason: 'Ce texte parle d’un autre logement.' },
  'showComment.body': { reason: 'Vérifié avec le voyageur.' },
  'importProperties.body': {
    file: 'external_id,title,city_id,base_price,max_guests\r\nA-12,Mas des oliviers,2995469,120,4\r\n',
  },
  'importReservations.body': {
    file: `external_id,property,guest_name,check_in,check_out,adults,total\r\nR-2041,${HOME},Ada Lovelace,${inDays(400)},${inDays(403)},2,480\r\n`,
  },
  'importCalendar.body': {
    file: `property_id,from,to,price,min_stay\r\n${HOME},${inDays(150)},${inDays(156)},140,3\r\n`,
  },
  adults: 2,
  children: 0,
  infants: 0,

  // Answers that share their schemas.
  'listPropertyTypes.data': [{ id: 'cottage', name: 'Gîte' }],
  'listRoomTypes.data': [{ id: 'entire_home', name: 'Logement entier' }],
  'exportCalendar.text/calendar': [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sejour//Calendar//EN', 'BEGIN:VEVENT'],
    `UID:closure-1-${HOME}@sejour`,
    `DTSTAMP:${compact(inDays(-10))}T083000Z`,
    `DTSTART;VALUE=DATE:${compact(CLOSED.start_date)}`,
    `DTEND;VALUE=DATE:${compact(inDays(143))}`,
    ...['SUMMARY:Indisponible', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n'),
  payment_status: 'paid',
  'Reservation.payment_status': 'partially_refunded',
  'addSupplement.payment_status': null,
  'cancelReservation.status': 'cancelled',
  'listMessages.user': { id: MARTIN, first_name: 'Martin', avatar: null },
  'tellOwnerOfMessage.created': false,
  'tellGuestOfMessage.created': false,

  // Notifications, whose shapes are a union.
  'Notification.id': NOTIFICATION,
  'Notification.type': 'reservation_confirmed',
  'Notification.title': 'Réservation confirmée',
  'Notification.message': `La réservation est confirmée : ${texts(DEFAULT_LOCALE).words.stay({ home: HOME_TITLE, ...FREE })}.`,
  'Notification.data': { reservation_id: STAY, home: HOME_TITLE, ...FREE },
  'Notification.read_at': null,
  'SentNotification.id': 88,
  'SentNotification.type': 'new_message',
  'SentNotification.title': 'Message de Camille',
  'SentNotification.message': QUESTION_TEXT,
  'SentNotification.data': {
    ...{ message_id: QUESTION, user_id: CAMILLE, sender_id: CAMILLE },
    ...{ sender: 'Camille', excerpt: QUESTION_TEXT },
  },

  // Events and webhooks, which share the schema of an event.
  'Event.subject_id': '1042',
  'Event.property_id': HOME,
  'Event.owner_id': MARTIN,
  'data.property_id': HOME,
  'data.owner_id': MARTIN,
  'Event.actor': { type: 'system', id: null },
  'Event.previous': { status: 'pending' },
  'listEvents.next': '1.4711',
  'data.previous': null,
  'onReservationChanged.previous': { check_out: inDays(124) },
  'onReservationConfirmed.previous': { status: 'pending_payment' },
  'onPropertyUpdated.previous': { title: 'Cabanon' },
  'ReservationWebhook.subject_id': String(STAY),
  'PaymentWebhook.subject_id': String(PAYMENT),
  'InvoiceWebhook.subject_id': INVOICE_NUMBER,
  'DocumentOfStay.number': INVOICE_NUMBER,
  'Document.number': INVOICE_NUMBER,
  'CalendarWebhook.subject_id': HOME,
  'ConflictWebhook.subject_id': '1',
  'MessageWebhook.subject_id': '1',
  'StayMessageWebhook.subject_id': '42',
  'ReviewWebhook.subject_id': '4',
  'TaskWebhook.subject_id': '1',
  'onTaskChanged.previous': { done_at: null },
  'exportTasks.text/calendar': [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sejour//Calendar//EN', 'BEGIN:VEVENT'],
    'UID:task-1@sejour',
    `DTSTAMP:${compact(inDays(-10))}T083000Z`,
    `DTSTART;VALUE=DATE:${compact(inDays(3))}`,
    `DTEND;VALUE=DATE:${compact(inDays(4))}`,
    ...[`SUMMARY:Entretien · ${HOME_TITLE}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n'),
  'PropertyWebhook.subject_id': HOME,
  'PaymentWebhook.object': {
    ...{ id: PAYMENT, reservation_id: STAY, kind: 'booking', amount: 123.26, currency: 'EUR', status: 'paid' },
    ...{ refunded: 0, due_on: null, dispute_status: null, method: 'card', created_at: at(-10) },
  },
}
