import { z } from 'zod'
import { NOTIFICATION_TYPE, type NotificationType } from '../db/enums.ts'
import { amount, shownDay, shownUuid, timestamp } from '../http/fields.ts'
import { fromCents } from '../lib/money.ts'
import type { Locale } from '../locales/locales.ts'
import { type NotificationText, notificationText, writeNotification } from './texts.ts'

/** What a notification is about: ids, and the facts of its text, so that a front end can write one of its own. */
export const notificationData = z
  .looseObject({
    reservation_id: z.int(),
    property_id: shownUuid,
    payment_id: z.int(),
    message_id: z.int(),
    comment_id: z.int(),
    subscription_id: z.string(),
    user_id: z.int().meta({ description: 'Of `new_message`: who has written' }),
    sender_id: z.int().meta({ description: 'The same as `user_id`' }),
    attachment: z.string().meta({ description: 'Of `new_message`: the address of the file, for who has a token' }),
    sender: z.string().nullable(),
    excerpt: z.string(),
    author: z.string().nullable(),
    home: z.string().meta({ description: 'The title of the home' }),
    rating: z.int(),
    check_in: shownDay,
    check_out: shownDay,
    amount,
    currency: z.string(),
    is_reminder: z.boolean().meta({ description: 'Of `balance_due`' }),
    outcome: z.enum(['open', 'won', 'lost']).meta({ description: 'Of `payment_disputed`' }),
  })
  .partial()
  .meta({
    id: 'NotificationData',
    description: 'What the notification is about; which of these there are follows from its type',
  })

export const notification = z
  .object({
    id: z.int(),
    type: z.enum(NOTIFICATION_TYPE),
    title: z.string(),
    message: z.string(),
    data: notificationData,
    read_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Notification' })

const ids = z.record(z.string(), z.unknown())

/** The `data` of a notification: its ids and the facts of its text, with amounts in major units. Pure. */
export function shownData({ type: _, ...facts }: NotificationText, data: unknown): z.infer<typeof notificationData> {
  const { amount_cents, ...others }: Record<string, unknown> = facts
  return notificationData.parse({
    ...ids.parse(data),
    ...others,
    ...(typeof amount_cents === 'number' ? { amount: fromCents(amount_cents) } : {}),
  })
}

interface Row {
  type: NotificationType
  content: unknown
  data: unknown
}

/** A notification in the language of its reader. Pure. @throws ZodError for what is no row of a notification */
export function showNotification<R extends Row>({ content, data, ...row }: R, locale: Locale) {
  const text = notificationText.parse({ type: row.type, ...ids.parse(content) })
  return { ...row, ...writeNotification(text, locale), data: shownData(text, data) }
}
