import type { Notification } from '../../src/accounts/notifications/notify.ts'
import type { NotificationType } from '../../src/platform/db/enums.ts'
import { disputeNotice, paymentNotice } from '../../src/stays/refunds/notices.ts'
import { stayNotice } from '../../src/stays/stays/notices.ts'

type Made = Pick<Notification, 'content' | 'data'>

const property_id = '7d9f1c0e-0b1f-4a57-9a3e-0d5b0c6f1a11'
const nights = { home: 'Casa', check_in: '2027-07-01', check_out: '2027-07-04' }
const parties = { id: 7, property_id, guest_id: 1, owner_id: 2, ...nights }
const money = { amount_cents: 12_345, currency: 'EUR' }
const paid = { payment_id: 9, ...money }
const ids = { reservation_id: 7, payment_id: 9 }

const ofStay = (type: Parameters<typeof stayNotice>[0]): [string, Made] => ['Stay', stayNotice(type, parties, 'x')]
const ofPayment = (type: Parameters<typeof paymentNotice>[0]): [string, Made] => [
  'Payment',
  paymentNotice(type, parties, paid),
]
const ofHome = (
  type: 'channel_update_failed' | 'channel_event_unreadable' | 'channel_registration_refused' | 'channel_room_unmapped',
) => ['Home', { content: { type, home: 'Casa' }, data: { property_id, error: 'x' } }] satisfies [string, Made]
const ofSubscription = (type: 'subscription_started' | 'subscription_ended') =>
  ['Subscription', { content: { type }, data: { subscription_id: 'sub_1' } }] satisfies [string, Made]

/** The member that each type fits, and one as the service makes it. */
export const MADE: Record<NotificationType, [string, Made]> = {
  new_message: [
    'Message',
    {
      content: { type: 'new_message', sender: null, excerpt: 'Bonjour' },
      data: { message_id: 41, user_id: 7, sender_id: 7 },
    },
  ],
  review_received: [
    'Review',
    {
      content: { type: 'review_received', author: 'Ada', home: 'Casa', rating: 5 },
      data: { comment_id: 5, property_id, reservation_id: 7 },
    },
  ],
  reservation_confirmed: ofStay('reservation_confirmed'),
  reservation_cancelled: ofStay('reservation_cancelled'),
  reservation_inquiry: ofStay('reservation_inquiry'),
  reservation_modified: ofStay('reservation_modified'),
  reservation_overbooked: ofStay('reservation_overbooked'),
  inquiry_declined: ofStay('inquiry_declined'),
  stay_completed: ofStay('stay_completed'),
  review_reminder: ['Stay', { content: { type: 'review_reminder', ...nights }, data: { reservation_id: 7 } }],
  inquiry_accepted: ['Acceptance', { content: { type: 'inquiry_accepted', ...nights }, data: ids }],
  payment_received: ofPayment('payment_received'),
  payment_failed: ofPayment('payment_failed'),
  payment_mismatch: ofPayment('payment_mismatch'),
  refund_pending: ofPayment('refund_pending'),
  refund_approved: ofPayment('refund_approved'),
  refund_failed: ofPayment('refund_failed'),
  balance_overdue: ['Payment', { content: { type: 'balance_overdue', ...nights, ...money }, data: ids }],
  balance_due: ['Balance', { content: { type: 'balance_due', ...nights, ...money, is_reminder: true }, data: ids }],
  payment_disputed: ['Dispute', disputeNotice(parties, paid, { dispute_id: 'dp_1', outcome: 'open' })],
  channel_update_failed: ofHome('channel_update_failed'),
  channel_event_unreadable: ofHome('channel_event_unreadable'),
  channel_registration_refused: ofHome('channel_registration_refused'),
  calendar_conflict: [
    'Conflict',
    {
      content: { type: 'calendar_conflict', ...nights, feed: 'Airbnb', is_possible: false },
      data: {
        reservation_id: 7,
        property_id,
        feed_id: 3,
        nights: [{ start_date: '2027-07-01', end_date: '2027-07-02' }],
      },
    },
  ],
  channel_room_unmapped: ofHome('channel_room_unmapped'),
  member_joined: ['Member', { content: { type: 'member_joined', home: 'Casa' }, data: { property_id, user_id: 1 } }],
  api_key_created: [
    'ApiKey',
    { content: { type: 'api_key_created', name: 'x', prefix: 'sj_live_abcd' }, data: { api_key_id: 'x' } },
  ],
  webhook_endpoint_changed: [
    'ChangedEndpoint',
    {
      content: { type: 'webhook_endpoint_changed', url: 'https://a.example', change: 'created' },
      data: { endpoint_id: 'x' },
    },
  ],
  webhook_dropped: [
    'CrowdedEndpoint',
    { content: { type: 'webhook_dropped', url: 'https://a.example', limit: 10 }, data: { endpoint_id: 'x' } },
  ],
  webhook_disabled: [
    'Endpoint',
    {
      content: { type: 'webhook_disabled', url: 'https://a.example', because: 'gone' },
      data: { endpoint_id: 'x' },
    },
  ],
  payment_unclaimed: [
    'Unclaimed',
    {
      content: { type: 'payment_unclaimed', payment_intent_id: 'pi_1', ...money },
      data: { payment_intent_id: 'pi_1' },
    },
  ],
  subscription_started: ofSubscription('subscription_started'),
  subscription_ended: ofSubscription('subscription_ended'),
}
