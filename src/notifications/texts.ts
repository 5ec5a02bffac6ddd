import type { NotificationType } from '../db/enums.ts'
import { formatMoney } from '../http/locale.ts'
import { type Locale, texts } from '../locales/locales.ts'

interface Stay {
  home: string
  check_in: string
  check_out: string
}

interface Money {
  amount_cents: number
  currency: string
}

/** The types of notifications, and the facts of their texts (docs/design/domain.md, "Notifications"). */
interface Facts {
  // Senders and authors without a name have erased their account.
  new_message: { sender: string | undefined; excerpt: string }
  review_received: { author: string | undefined; home: string; rating: number }
  reservation_confirmed: Stay
  reservation_cancelled: Stay
  reservation_inquiry: Stay
  reservation_modified: Stay
  reservation_overbooked: Stay
  channel_update_failed: { home: string }
  channel_event_unreadable: { home: string }
  channel_registration_refused: { home: string }
  inquiry_accepted: Stay
  stay_completed: Stay
  review_reminder: Stay
  payment_received: Stay & Money
  payment_failed: Stay & Money
  refund_pending: Stay & Money
  refund_approved: Stay & Money
  refund_failed: Stay & Money
  payment_mismatch: Stay & Money
  balance_due: Stay & Money & { is_reminder: boolean }
  balance_overdue: Stay & Money
  payment_disputed: Stay & Money & { outcome: 'open' | 'won' | 'lost' }
  subscription_started: Record<never, never>
  subscription_ended: Record<never, never>
}

/** A type of notification with the facts of its text. */
export type NotificationText<T extends NotificationType = NotificationType> = {
  [K in T]: { type: K } & Facts[K]
}[T]

interface Notice {
  title: string
  message: string
}

/** The facts that read differently in each language, in its words. */
interface Words {
  stay: string
  money: string
}

type Templates = { [T in NotificationType]: (facts: NotificationText<T> & Words) => Notice }

/** Title and message of a notification in one language. Pure. */
export function notificationText(content: NotificationText, locale: Locale): Notice {
  const { notifications, words } = texts(locale)
  const stay = 'check_in' in content ? words.stay(content) : ''
  const money = 'amount_cents' in content ? formatMoney(content.amount_cents, content.currency, locale) : ''
  return fill(notifications, content, { stay, money })
}

/** The type parameter ties the template to the facts of its type. */
const fill = <T extends NotificationType>(templates: Templates, content: NotificationText<T>, words: Words): Notice =>
  templates[content.type]({ ...content, ...words })
