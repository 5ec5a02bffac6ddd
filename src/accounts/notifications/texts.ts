import { z } from 'zod'
import type { NotificationType } from '../../platform/db/enums.ts'
import { formatMoney } from '../../platform/http/locale.ts'
import { type Locale, texts } from '../../platform/locales/locales.ts'
import { ofKinds } from './kinds.ts'

/** The facts of a notification of each type. A sender or author of null has erased the account. */
export const notificationText = z.discriminatedUnion(
  'type',
  ofKinds(({ text }) => text),
)

export type NotificationText = z.infer<typeof notificationText>

/** The content of a type, among those of all kinds. */
type FactsOf<Text, T> = Text extends { type: infer Types } ? (T extends Types ? Text : never) : never

type Facts = { [T in NotificationType]: FactsOf<NotificationText, T> }

/** Stays and amounts in the words of a language. */
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
