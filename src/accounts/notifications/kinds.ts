import { z } from 'zod'
import type { NotificationType } from '../../platform/db/enums.ts'
import { amount } from '../../platform/http/fields.ts'
import type { Scope } from '../../platform/http/scopes.ts'
import { ROLE_NAMES } from '../roles.ts'

const home = z.string().meta({ description: 'The title of the home' })
const person = z.string().nullable().meta({ description: 'First name; null if the account is erased' })
const days = { check_in: z.string(), check_out: z.string() }
const stay = { home, ...days }
const ofStay = { reservation_id: z.int(), ...stay }
const money = { amount_cents: z.int(), currency: z.string() }
const ofPayment = { ...ofStay, payment_id: z.int(), amount, currency: z.string() }
const declined = { reason: z.string().nullable().meta({ description: 'As the company says it' }) }
const teamRole = { role: z.enum(ROLE_NAMES) }
const isReminder = { is_reminder: z.boolean() }
const outcome = { outcome: z.enum(['open', 'won', 'lost']) }
const dropped = { url: z.string(), limit: z.int() }
const disabled = { url: z.string(), because: z.enum(['gone', 'failing']) }
const changed = { url: z.string(), change: z.enum(['created', 'url_changed', 'secret_rotated']) }
const cards = { cards: z.int().meta({ description: 'How many' }) }
const key = { name: z.string(), prefix: z.string() }

const trouble = {
  channel: z.string().nullable().optional().meta({ description: 'null or absent: the channel manager itself' }),
  about: z.enum(['calendar', 'prices', 'channel', 'listing']).optional().meta({ description: 'absent: the calendar' }),
}
const asked = {
  channel: z.string().nullable(),
  asks: z.enum(['inquiry', 'reservation', 'alteration']),
  guest: z.string().nullable(),
  until: z.string().nullable().meta({ description: 'Deadline, in UTC; null: none is known' }),
}
const waiting = {
  channel: z.string().nullable(),
  asks: z.enum([...asked.asks.options, 'message']),
  guest: z.string().nullable(),
}

const account_id = z
  .int()
  .optional()
  .meta({ description: 'In a copy for a team member: the account that was notified' })

/** `data` has the facts as well, with amounts in major units. */
type Shown<Facts> = { [Fact in keyof Facts as Fact extends 'amount_cents' ? 'amount' : Fact]: z.core.$ZodType }

/** Topics whose mails a person can turn off one by one. */
export const TOPICS = ['stays', 'money', 'messages', 'reviews', 'calendars', 'channels', 'account'] as const
export type Topic = (typeof TOPICS)[number]

interface Declared<Types, Facts, Data> {
  types: Types
  topic: Topic
  /** Scope of the team members who get a copy of those of their account; null: they get none. */
  scope: Scope | null
  /** The facts of the text. */
  facts: Facts
  /** The ids, and the facts, from which a front end can write a text of its own. */
  data: Data
  description?: string
}

/** Types of notifications that say different things of the same facts and ids. */
function kind<
  const Name extends string,
  const Types extends readonly [NotificationType, ...NotificationType[]],
  Facts extends z.ZodRawShape,
  Data extends z.ZodRawShape & Shown<Facts>,
>(name: Name, { types, topic, scope, facts, data: fields, ...meta }: Declared<Types, Facts, Data>) {
  const names = z.enum(types)
  const type = types.length === 1 ? names : names.meta({ id: `${name}NotificationType` })
  const data = z.looseObject({ ...fields, account_id }).meta({ id: `About${name}`, ...meta })
  return {
    name,
    types,
    topic,
    scope,
    type,
    data,
    text: z.object({ type: names, ...facts }),
    notified: z.object({ type, data }),
  }
}

/**
 * The types of notifications, each in the one kind that says of what it is made (docs/design/domain.md, "Notifications"). A type without
 * a text in a language does not compile (`texts.ts`).
 */
export const KINDS = [
  kind('Message', {
    types: ['new_message'],
    topic: 'messages',
    scope: 'messages.read',
    facts: { sender: person, excerpt: z.string() },
    data: {
      message_id: z.int(),
      user_id: z.int().optional().meta({ description: 'Author of the message; absent: a guest without an account' }),
      sender_id: z.int().optional().meta({ description: 'The same as `user_id`' }),
      sender: person,
      excerpt: z.string(),
      property_id: z.string().optional(),
      reservation_id: z.int().optional(),
      attachment: z.string().optional().meta({ description: 'Address of the file; requires a token' }),
    },
  }),
  kind('Review', {
    types: ['review_received'],
    topic: 'reviews',
    scope: 'reviews.read',
    facts: { author: person, home, rating: z.int() },
    data: {
      comment_id: z.int(),
      property_id: z.string(),
      reservation_id: z.int(),
      home,
      author: person,
      rating: z.int(),
    },
  }),
  kind('Stay', {
    types: [
      'reservation_confirmed',
      'reservation_cancelled',
      'reservation_inquiry',
      'reservation_modified',
      'reservation_overbooked',
      'inquiry_declined',
      'change_requested',
      'stay_completed',
      'review_reminder',
    ],
    topic: 'stays',
    scope: 'reservations.read',
    facts: stay,
    data: ofStay,
  }),
  kind('Decline', {
    types: ['change_declined'],
    topic: 'stays',
    scope: null,
    facts: { ...stay, ...declined },
    data: { ...ofStay, ...declined },
  }),
  kind('Acceptance', {
    types: ['inquiry_accepted'],
    topic: 'stays',
    scope: null,
    facts: stay,
    data: { ...ofStay, payment_id: z.int().meta({ description: 'Amount due' }) },
  }),
  kind('Payment', {
    types: [
      'payment_received',
      'payment_failed',
      'payment_mismatch',
      'refund_pending',
      'refund_approved',
      'refund_failed',
      'balance_overdue',
      'bill_due',
      'dispute_appealed',
      'dispute_closed',
      'dispute_reversed',
      'dispute_settled',
      'dispute_unclear',
      'fraud_warning',
    ],
    topic: 'money',
    scope: 'payments.read',
    facts: { ...stay, ...money },
    data: ofPayment,
  }),
  kind('Balance', {
    types: ['balance_due'],
    topic: 'money',
    scope: null,
    facts: { ...stay, ...money, ...isReminder },
    data: { ...ofPayment, ...isReminder },
  }),
  kind('Dispute', {
    types: ['payment_disputed'],
    topic: 'money',
    scope: 'payments.read',
    facts: { ...stay, ...money, ...outcome },
    data: { ...ofPayment, ...outcome },
  }),
  kind('Unclaimed', {
    types: ['payment_unclaimed'],
    topic: 'money',
    scope: null,
    facts: { payment_intent_id: z.string(), ...money },
    data: { payment_intent_id: z.string(), amount, currency: z.string() },
    description: 'A payment whose reservation was lost with the database',
  }),
  kind('Home', {
    types: [
      'channel_event_unreadable',
      'channel_registration_refused',
      'channel_bookings_refused',
      'channel_room_unmapped',
    ],
    topic: 'channels',
    scope: 'properties.write',
    facts: { home },
    data: { home, property_id: z.string().optional().meta({ description: 'Only for mapped homes' }) },
    description: 'A problem of the channel connection that needs a person',
  }),
  kind('Channel', {
    types: ['channel_update_failed', 'channel_disconnected'],
    topic: 'channels',
    scope: 'properties.write',
    facts: { home, ...trouble },
    data: { home, property_id: z.string(), ...trouble },
    description: 'A channel that does not get the calendar of a home, or is not connected to it any longer',
  }),
  kind('ChannelEvent', {
    types: ['channel_event_unknown'],
    topic: 'channels',
    scope: 'properties.write',
    facts: { home, event: z.string() },
    data: { home, property_id: z.string(), event: z.string() },
    description: 'A kind of event of the channel manager that this release does not know',
  }),
  kind('ChannelRequest', {
    types: ['channel_request'],
    topic: 'stays',
    scope: 'reservations.read',
    facts: { ...stay, ...asked },
    data: { ...ofStay, property_id: z.string(), ...asked },
    description: 'A request of a guest that is answered at the channel',
  }),
  kind('ChannelWaiting', {
    types: ['channel_waiting'],
    topic: 'stays',
    scope: 'reservations.read',
    facts: { home, ...waiting },
    data: { home, property_id: z.string(), ...waiting },
    description: 'A request or message without a stay here, which is read and answered in the channel manager',
  }),
  kind('Conflict', {
    types: ['calendar_conflict'],
    topic: 'calendars',
    scope: 'calendar.write',
    facts: { ...stay, feed: z.string(), is_possible: z.boolean() },
    data: {
      ...ofStay,
      property_id: z.string(),
      feed_id: z.int(),
      feed: z.string().meta({ description: 'The name of the calendar' }),
      is_possible: z.boolean().meta({ description: 'The calendar may only repeat the stay' }),
      nights: z
        .array(z.object({ start_date: z.string(), end_date: z.string() }))
        .meta({ description: 'Number of days, both ends included' }),
    },
    description: 'Nights of a stay that are also taken in the calendar of another platform',
  }),
  kind('EventGone', {
    types: ['event_gone'],
    topic: 'calendars',
    scope: 'reservations.write',
    facts: { ...stay, feed: z.string() },
    data: {
      ...ofStay,
      property_id: z.string(),
      feed_id: z.int(),
      feed: z.string().meta({ description: 'The name of the calendar' }),
    },
    description: 'A stay that was written down for an event of another platform, which has left its calendar',
  }),
  kind('FeedConflict', {
    types: ['feed_conflict'],
    topic: 'calendars',
    scope: 'calendar.write',
    facts: { ...stay, feed: z.string(), other_feed: z.string(), is_possible: z.boolean() },
    data: {
      ...stay,
      property_id: z.string(),
      feed_id: z.int(),
      other_feed_id: z.int(),
      feed: z.string().meta({ description: 'The name of one calendar' }),
      other_feed: z.string().meta({ description: 'The name of the other' }),
      is_possible: z.boolean().meta({ description: 'One of them may only repeat the other' }),
    },
    description: 'Nights from `check_in` on that the calendars of two platforms have in different events',
  }),
  kind('Endpoint', {
    types: ['webhook_disabled'],
    topic: 'account',
    scope: 'endpoints.write',
    facts: disabled,
    data: { endpoint_id: z.string(), ...disabled },
    description: 'A webhook endpoint that no longer receives events',
  }),
  kind('ChangedEndpoint', {
    types: ['webhook_endpoint_changed'],
    topic: 'account',
    scope: 'endpoints.write',
    facts: changed,
    data: { endpoint_id: z.string(), ...changed },
    description: 'A webhook endpoint that receives events of the account',
  }),
  kind('CrowdedEndpoint', {
    types: ['webhook_dropped'],
    topic: 'account',
    scope: 'endpoints.write',
    facts: dropped,
    data: { endpoint_id: z.string(), ...dropped },
    description: 'A webhook endpoint with too many waiting deliveries',
  }),
  kind('ApiKey', {
    types: ['api_key_created'],
    topic: 'account',
    scope: 'keys.write',
    facts: key,
    data: { api_key_id: z.string(), ...key },
    description: 'An API key of the account',
  }),
  kind('Member', {
    types: ['member_joined'],
    topic: 'account',
    scope: 'team.write',
    facts: teamRole,
    data: { team_member_id: z.string(), user_id: z.int(), ...teamRole },
    description: 'A new member of the team',
  }),
  kind('Cards', {
    types: ['saved_cards_gone'],
    topic: 'account',
    scope: null,
    facts: cards,
    data: cards,
    description: 'Saved cards that the payment provider no longer has',
  }),
  kind('Subscription', {
    types: ['subscription_started', 'subscription_ended'],
    topic: 'account',
    scope: null,
    facts: {},
    data: { subscription_id: z.string() },
  }),
] as const

/** Types whose mails ask something of the user. They are sent only to those who want `marketing_emails`. */
export const MARKETING: ReadonlySet<NotificationType> = new Set<NotificationType>(['review_reminder'])

type Kind = (typeof KINDS)[number]

/** The types of a kind. */
export type TypesOf<Name extends Kind['name']> = Extract<Kind, { name: Name }>['types'][number]

const kindOf = (type: NotificationType): Kind | undefined =>
  KINDS.find(({ types }) => types.some((one) => one === type))

/** Scope of the team members who get a copy of a notification of a type; null: they get none. Pure. */
export const scopeOfCopies = (type: NotificationType): Scope | null => kindOf(type)?.scope ?? null

/** Pure. */
export const topicOf = (type: NotificationType): Topic | undefined => kindOf(type)?.topic

/** Makes something of every kind, of which there is one at least. */
export function ofKinds<Made>(make: (kind: Kind) => Made): [Made, ...Made[]] {
  const [first, ...others] = KINDS
  return [make(first), ...others.map(make)]
}
