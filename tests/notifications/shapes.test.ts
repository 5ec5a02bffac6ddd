import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { expect } from 'vitest'
import { z } from 'zod'
import { NOTIFICATION_TYPE, type NotificationType } from '../../src/db/enums.ts'
import { type Notification, notify } from '../../src/notifications/notify.ts'
import { disputeNotice, paymentNotice } from '../../src/refunds/notices.ts'
import { stayNotice } from '../../src/stays/notices.ts'
import { test } from '../support/app.ts'

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
const MADE: Record<NotificationType, [string, Made]> = {
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

const union = z.looseObject({
  oneOf: z.array(z.object({ $ref: z.string() })),
  discriminator: z.object({ propertyName: z.literal('type'), mapping: z.record(z.string(), z.string()) }),
})

test('a notification of each type fits the one member of the union that the document names for it', async ({ t }) => {
  const { components } = (await t.call('GET', '//openapi.json')).body
  const { oneOf, discriminator } = union.parse(components.schemas.Notification)
  const ajv = new Ajv2020({ strict: false })
  ajvFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components })
  const user = await t.user()
  for (const [key, [, made]] of Object.entries(MADE))
    await t.db.begin((tx) => notify(t.app, tx, { user_id: user.id, ...made, dedupe_key: key }))
  const { data } = (await t.call('GET', '/notifications?per_page=100', undefined, user)).body
  const told: { type: NotificationType; data: Record<string, unknown> }[] = data
  expect(told.map(({ type }) => type).toSorted()).toEqual([...NOTIFICATION_TYPE])
  for (const one of told) {
    const member = `#/components/schemas/${MADE[one.type][0]}Notification`
    expect(discriminator.mapping[one.type], one.type).toBe(member)
    const fitting = oneOf.filter(({ $ref }) => ajv.validate(`document${$ref}`, one))
    expect(fitting, one.type).toEqual([{ $ref: member }])
    // Without its ids it fits none.
    expect(ajv.validate(`document${member}`, { ...one, data: {} }), one.type).toBe(false)
  }
})

test('one without the ids of its type is not told', async ({ t }) => {
  const user = await t.user()
  const [, { content }] = MADE.payment_received
  const telling = t.db.begin((tx) => notify(t.app, tx, { user_id: user.id, content, data: {}, dedupe_key: 'x' }))
  await expect(telling).rejects.toThrow('payment_id')
  expect((await t.call('GET', '/notifications', undefined, user)).body.data).toEqual([])
})
