import type { NotificationType } from '../db/enums.ts'
import { formatMoney } from '../http/locale.ts'
import type { Texts } from '../locales/fr.ts'
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

/** What stays and amounts are in the words of a language. */
interface Words {
  stay: string
  money: string
}

/** What the French text of a type is made of; French is the type of all. */
type Given<T extends NotificationType> =
  Parameters<Texts['notifications'][T]> extends [infer Facts] ? Facts : Record<never, never>

/** A type of notification with the facts of its text (docs/design/domain.md, "Notifications"). */
export type NotificationText<T extends NotificationType = NotificationType> = {
  [K in T]: { type: K } & Omit<Given<K>, keyof Words> &
    ('stay' extends keyof Given<K> ? Stay : unknown) &
    ('money' extends keyof Given<K> ? Money : unknown)
}[T]

interface Notice {
  title: string
  message: string
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
