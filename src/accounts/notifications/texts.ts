import { z } from 'zod'
import type { NotificationType } from '../../platform/db/enums.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'

const home = z.string()
const stay = { home, check_in: z.string(), check_out: z.string() }
const money = { amount_cents: z.int(), currency: z.string() }

const none = <T extends NotificationType>(type: T) => z.object({ type: z.literal(type) })
const ofHome = <T extends NotificationType>(type: T) => z.object({ type: z.literal(type), home })
const ofStay = <T extends NotificationType>(type: T) => z.object({ type: z.literal(type), ...stay })
const ofMoney = <T extends NotificationType>(type: T) => z.object({ type: z.literal(type), ...stay, ...money })

/**
 * The types of notifications, each with the facts of its text (docs/design/domain.md, "Notifications"). A sender or author of null has
 * erased the account.
 */
export const notificationText = z.discriminatedUnion('type', [
  z.object({ type: z.literal('new_message'), sender: z.string().nullable(), excerpt: z.string() }),
  z.object({ type: z.literal('review_received'), author: z.string().nullable(), home, rating: z.int() }),
  ofStay('reservation_confirmed'),
  ofStay('reservation_cancelled'),
  ofStay('reservation_inquiry'),
  ofStay('reservation_modified'),
  ofStay('reservation_overbooked'),
  ofStay('calendar_conflict').extend({ feed: z.string(), is_possible: z.boolean() }),
  ofStay('inquiry_accepted'),
  ofStay('inquiry_declined'),
  ofStay('stay_completed'),
  ofStay('review_reminder'),
  ofHome('channel_update_failed'),
  ofHome('channel_event_unreadable'),
  ofHome('channel_registration_refused'),
  ofHome('channel_room_unmapped'),
  ofMoney('payment_received'),
  ofMoney('payment_failed'),
  ofMoney('payment_mismatch'),
  ofMoney('refund_pending'),
  ofMoney('refund_approved'),
  ofMoney('refund_failed'),
  ofMoney('balance_due').extend({ is_reminder: z.boolean() }),
  ofMoney('balance_overdue'),
  ofMoney('payment_disputed').extend({ outcome: z.enum(['open', 'won', 'lost']) }),
  z.object({ type: z.literal('payment_unclaimed'), payment_intent_id: z.string(), ...money }),
  ofHome('member_joined'),
  z.object({ type: z.literal('api_key_created'), name: z.string(), prefix: z.string() }),
  z.object({
    type: z.literal('webhook_endpoint_changed'),
    url: z.string(),
    change: z.enum(['created', 'url_changed', 'secret_rotated']),
  }),
  z.object({ type: z.literal('webhook_dropped'), url: z.string(), limit: z.int() }),
  z.object({ type: z.literal('webhook_disabled'), url: z.string(), because: z.enum(['gone', 'failing']) }),
  none('subscription_started'),
  none('subscription_ended'),
])

export type NotificationText = z.infer<typeof notificationText>

type Facts = { [T in NotificationType]: Extract<NotificationText, { type: T }> }

/** What stays and amounts are in the words of a language. */
interface Words {
  stay: string
  money: string
}

interface Notice {
  title: string
  message: string
}

type Templates = { [T in NotificationType]: (facts: Facts[T] & Words) => Notice }

/** Title and message of a notification in one language. Pure. */
export function writeNotification(content: NotificationText, locale: Locale): Notice {
  const { notifications, words } = texts(locale)
  const stay = 'check_in' in content ? words.stay(content) : ''
  const money = 'amount_cents' in content ? formatMoney(content.amount_cents, content.currency, locale) : ''
  return fill(notifications, content.type, content, { stay, money })
}

/** The type parameter ties the template to the facts of its type. */
const fill = <T extends NotificationType>(templates: Templates, type: T, facts: Facts[T], words: Words): Notice =>
  templates[type]({ ...facts, ...words })
