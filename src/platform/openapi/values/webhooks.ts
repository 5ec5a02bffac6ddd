import { at, FREE, HOME, INVOICE_KEY, inDays, PAYMENT, STAY } from './ids.ts'

/** The number of an invoice. */
const NUMBER = '2026-000001'

/** What is sent to endpoints. */
export const webhooks = {
  'data.previous': null,
  'onReservationChanged.previous': { check_out: inDays(124) },
  'onReservationConfirmed.previous': { status: 'pending_payment' },
  'onPropertyUpdated.previous': { title: 'Cabanon' },
  'ReservationWebhook.subject_id': String(STAY),
  'PaymentWebhook.subject_id': String(PAYMENT),
  'InvoiceWebhook.subject_id': NUMBER,
  'CalendarWebhook.subject_id': HOME,
  'MessageWebhook.subject_id': '1',
  'ReviewWebhook.subject_id': '4',
  'PropertyWebhook.subject_id': HOME,
  'PaymentWebhook.object': {
    ...{ id: PAYMENT, reservation_id: STAY, kind: 'booking', amount: 123.26, currency: 'EUR', status: 'paid' },
    ...{ refunded: 0, due_on: null, dispute_status: null, created_at: at(-10) },
  },
  'DocumentOfStay.number': NUMBER,
  'DocumentOfStay.total': 123.26,
  'DocumentOfStay.url': `https://sejour.example/api/v1/invoices/${INVOICE_KEY}`,
  'CalendarChange.from': FREE.check_in,
  'CalendarChange.to': FREE.check_in,
  'CalendarChange.nights': [
    {
      ...{ date: FREE.check_in, is_available: false, price: 120, min_stay: 2, max_stay: 365 },
      ...{ closed_to_arrival: false, closed_to_departure: false },
    },
  ],
}
