import { z } from 'zod'
import { definePush } from '../../platform/openapi/asyncapi.ts'
import { QUESTION_TEXT } from '../../reference/examples/demo.ts'
import { pushedNotification } from './shapes.ts'

/** The events of notifications. */

export const notificationPush = definePush({
  channel: 'user',
  event: 'notification',
  summary: 'New notification, in the language of the account; not sent to accounts with pushes turned off',
  data: pushedNotification,
  example: {
    id: 88,
    type: 'new_message',
    title: 'Message de Camille',
    message: QUESTION_TEXT,
    data: {
      message_id: 41,
      user_id: 7,
      sender_id: 7,
      sender: 'Camille',
      excerpt: QUESTION_TEXT,
    },
    timestamp: '2027-07-10T09:00:00.000Z',
  },
})

export const notificationReadPush = definePush({
  channel: 'user',
  event: 'notification_read',
  summary: 'Notifications were read, on any device',
  data: z
    .object({
      ids: z.array(z.int()).meta({ description: 'The latest 500 at most: with that many read the list again' }),
      unread: z.int().meta({ description: 'How many are unread now' }),
    })
    .meta({ id: 'NotificationRead' }),
  example: { ids: [88], unread: 0 },
})
