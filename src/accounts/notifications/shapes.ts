import { z } from 'zod'
import { amount, timestamp } from '../../platform/http/fields.ts'

/** What clients get of notifications: `type` says which shape `data` has (docs/design/domain.md, "Notifications"). */

const home = z.string().meta({ description: 'The title of the home' })
const person = z.string().nullable().meta({ description: 'A first name; null: the account is erased' })

const stay = { reservation_id: z.int(), home, check_in: z.string(), check_out: z.string() }
const payment = { ...stay, payment_id: z.int(), amount, currency: z.string() }

/** What notifications are about: ids, and the facts of the text, so that a front end can write one of its own. */
const aboutMessage = z
  .looseObject({
    message_id: z.int(),
    user_id: z.int().meta({ description: 'Who has written' }),
    sender_id: z.int().meta({ description: 'The same as `user_id`' }),
    sender: person,
    excerpt: z.string(),
    property_id: z.string().optional(),
    reservation_id: z.int().optional(),
    attachment: z.string().optional().meta({ description: 'The address of the file, for who has a token' }),
  })
  .meta({ id: 'AboutMessage' })

const aboutReview = z
  .looseObject({
    comment_id: z.int(),
    property_id: z.string(),
    reservation_id: z.int(),
    home,
    author: person,
    rating: z.int(),
  })
  .meta({ id: 'AboutReview' })

const aboutStay = z.looseObject(stay).meta({ id: 'AboutStay' })

const aboutAcceptance = z
  .looseObject({ ...stay, payment_id: z.int().meta({ description: 'What is to be paid' }) })
  .meta({ id: 'AboutAcceptance' })

const aboutPayment = z.looseObject(payment).meta({ id: 'AboutPayment' })

const aboutBalance = z.looseObject({ ...payment, is_reminder: z.boolean() }).meta({ id: 'AboutBalance' })

const aboutDispute = z
  .looseObject({ ...payment, outcome: z.enum(['open', 'won', 'lost']) })
  .meta({ id: 'AboutDispute' })

const aboutUnclaimed = z
  .looseObject({ payment_intent_id: z.string(), amount, currency: z.string() })
  .meta({ id: 'AboutUnclaimed', description: 'Money whose reservation was lost with the database' })

const aboutHome = z
  .looseObject({ home, property_id: z.string().optional().meta({ description: 'Not of a home that is not mapped' }) })
  .meta({ id: 'AboutHome', description: 'What the connection to a channel manager needs a person for' })

const aboutConflict = z
  .looseObject({
    ...stay,
    property_id: z.string(),
    feed_id: z.int(),
    feed: z.string().meta({ description: 'The name of the calendar' }),
    is_possible: z.boolean().meta({ description: 'Perhaps the calendar only repeats the stay' }),
    nights: z.array(z.object({ start_date: z.string(), end_date: z.string() })).meta({ description: 'Days inclusive' }),
  })
  .meta({ id: 'AboutConflict', description: 'Nights of a stay that the calendar of another platform says are taken' })

const aboutSubscription = z.looseObject({ subscription_id: z.string() }).meta({ id: 'AboutSubscription' })

const aboutEndpoint = z
  .looseObject({ endpoint_id: z.string(), url: z.string(), because: z.enum(['gone', 'failing']) })
  .meta({ id: 'AboutEndpoint', description: 'A webhook endpoint that is sent nothing any more' })

const aboutChangedEndpoint = z
  .looseObject({
    endpoint_id: z.string(),
    url: z.string(),
    change: z.enum(['created', 'url_changed', 'secret_rotated']),
  })
  .meta({ id: 'AboutChangedEndpoint', description: 'A webhook endpoint that events of the account go to' })

const aboutCrowdedEndpoint = z
  .looseObject({ endpoint_id: z.string(), url: z.string(), limit: z.int() })
  .meta({ id: 'AboutCrowdedEndpoint', description: 'A webhook endpoint for which more deliveries waited than may' })

const aboutKey = z
  .looseObject({ api_key_id: z.string(), name: z.string(), prefix: z.string() })
  .meta({ id: 'AboutApiKey', description: 'An API key of the account' })

const aboutMember = z
  .looseObject({ property_id: z.string(), user_id: z.int(), home })
  .meta({ id: 'AboutMember', description: 'Somebody who helps with a home from now on' })

const SHAPES = {
  Message: { type: z.enum(['new_message']), data: aboutMessage },
  Review: { type: z.enum(['review_received']), data: aboutReview },
  Stay: {
    type: z
      .enum([
        'reservation_confirmed',
        'reservation_cancelled',
        'reservation_inquiry',
        'reservation_modified',
        'reservation_overbooked',
        'inquiry_declined',
        'stay_completed',
        'review_reminder',
      ])
      .meta({ id: 'StayNotificationType' }),
    data: aboutStay,
  },
  Acceptance: { type: z.enum(['inquiry_accepted']), data: aboutAcceptance },
  Payment: {
    type: z
      .enum([
        'payment_received',
        'payment_failed',
        'payment_mismatch',
        'refund_pending',
        'refund_approved',
        'refund_failed',
        'balance_overdue',
      ])
      .meta({ id: 'PaymentNotificationType' }),
    data: aboutPayment,
  },
  Balance: { type: z.enum(['balance_due']), data: aboutBalance },
  Dispute: { type: z.enum(['payment_disputed']), data: aboutDispute },
  Unclaimed: { type: z.enum(['payment_unclaimed']), data: aboutUnclaimed },
  Home: {
    type: z
      .enum([
        'channel_update_failed',
        'channel_event_unreadable',
        'channel_registration_refused',
        'channel_room_unmapped',
      ])
      .meta({ id: 'HomeNotificationType' }),
    data: aboutHome,
  },
  Conflict: { type: z.enum(['calendar_conflict']), data: aboutConflict },
  Endpoint: { type: z.enum(['webhook_disabled']), data: aboutEndpoint },
  ChangedEndpoint: { type: z.enum(['webhook_endpoint_changed']), data: aboutChangedEndpoint },
  CrowdedEndpoint: { type: z.enum(['webhook_dropped']), data: aboutCrowdedEndpoint },
  ApiKey: { type: z.enum(['api_key_created']), data: aboutKey },
  Member: { type: z.enum(['member_joined']), data: aboutMember },
  Subscription: {
    type: z.enum(['subscription_started', 'subscription_ended']).meta({ id: 'SubscriptionNotificationType' }),
    data: aboutSubscription,
  },
}

/** What a notification of each type is about. */
export const notified = z.discriminatedUnion('type', [
  z.object(SHAPES.Message),
  z.object(SHAPES.Review),
  z.object(SHAPES.Stay),
  z.object(SHAPES.Acceptance),
  z.object(SHAPES.Payment),
  z.object(SHAPES.Balance),
  z.object(SHAPES.Dispute),
  z.object(SHAPES.Unclaimed),
  z.object(SHAPES.Home),
  z.object(SHAPES.Conflict),
  z.object(SHAPES.Endpoint),
  z.object(SHAPES.ChangedEndpoint),
  z.object(SHAPES.CrowdedEndpoint),
  z.object(SHAPES.ApiKey),
  z.object(SHAPES.Member),
  z.object(SHAPES.Subscription),
])

/** Notifications with their times, as a union that `type` tells apart: each shape is a component. */
function notificationWith<Times extends z.ZodRawShape>(
  prefix: string,
  times: Times,
  meta: { description?: string } = {},
) {
  const member = <Shape extends keyof typeof SHAPES>(shape: Shape) => {
    const { type, data }: (typeof SHAPES)[Shape] = SHAPES[shape]
    const fields = { id: z.int(), type, title: z.string(), message: z.string(), data, ...times }
    return z.object(fields).meta({ id: `${prefix}${shape}Notification` })
  }
  const members = [
    member('Message'),
    member('Review'),
    member('Stay'),
    member('Acceptance'),
    member('Payment'),
    member('Balance'),
    member('Dispute'),
    member('Unclaimed'),
    member('Home'),
    member('Conflict'),
    member('Endpoint'),
    member('ChangedEndpoint'),
    member('CrowdedEndpoint'),
    member('ApiKey'),
    member('Member'),
    member('Subscription'),
  ] as const
  return z.discriminatedUnion('type', members).meta({ id: `${prefix}Notification`, ...meta })
}

export const notification = notificationWith('', {
  read_at: timestamp.nullable(),
  created_at: timestamp,
})

export const sentNotification = notificationWith(
  'Sent',
  { created_at: timestamp },
  { description: 'Whether it was read is for its recipient only' },
)

export const pushedNotification = notificationWith('Pushed', { timestamp })
