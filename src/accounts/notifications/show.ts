import { z } from 'zod'
import { NOTIFICATION_TYPE, type NotificationType } from '../../platform/db/enums.ts'
import { fromCents } from '../../platform/lib/money.ts'
import type { Locale } from '../../platform/locales/locales.ts'
import { notified } from './shapes.ts'
import { type NotificationText, notificationText, writeNotification } from './texts.ts'

/** Types that this release can read. Types of a later release are left to nodes of that release. */
export const READABLE_TYPES: NotificationType[] = [...NOTIFICATION_TYPE]

const ids = z.record(z.string(), z.unknown())

/**
 * Subject of a notification: its type, and as `data` its ids and the facts of its text, with amounts in major units. Pure.
 * @throws ZodError for ids that its type does not have
 */
export function about({ type, ...facts }: NotificationText, data: unknown): z.infer<typeof notified> {
  const { amount_cents, ...others }: Record<string, unknown> = facts
  const amount = typeof amount_cents === 'number' ? { amount: fromCents(amount_cents) } : {}
  return notified.parse({ type, data: { ...ids.parse(data), ...others, ...amount } })
}

interface Row {
  type: NotificationType
  content: unknown
  data: unknown
}

/** A notification in the language of its reader. Pure. @throws ZodError for what is no row of a notification */
export function showNotification<R extends Row>({ type, content, data, ...row }: R, locale: Locale) {
  const text = notificationText.parse({ type, ...ids.parse(content) })
  return { ...row, ...writeNotification(text, locale), ...about(text, data) }
}
