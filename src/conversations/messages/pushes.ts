import { z } from 'zod'
import { timestamp } from '../../platform/http/fields.ts'
import { definePush } from '../../platform/openapi/asyncapi.ts'
import { HOME, QUESTION_TEXT } from '../../reference/examples/demo.ts'
import { pushedMessage } from './schemas.ts'

/** The events of conversations. */

export const messagePush = definePush({
  channel: 'user',
  event: 'message',
  summary: 'New message, for the receiver and for other sockets of the sender (all but `x-socket-id`)',
  data: pushedMessage,
  example: {
    id: 41,
    sender_id: 7,
    receiver_id: 3,
    content: QUESTION_TEXT,
    attachment: null,
    attachment_file: null,
    created_at: '2027-07-10T09:00:00.000Z',
    property_id: HOME,
    reservation_id: null,
    sent_by: null,
    sender: { id: 7, first_name: 'Camille', avatar: null },
  },
})

export const messageReadPush = definePush({
  channel: 'user',
  event: 'message_read',
  summary: 'The other person has read the conversation up to a message',
  data: z
    .object({
      user_id: z.int().meta({ description: 'Id of the reader' }),
      message_id: z.int().meta({ description: 'The last message that they have read' }),
      read_at: timestamp,
    })
    .meta({ id: 'MessageRead' }),
  example: { user_id: 3, message_id: 41, read_at: '2027-07-10T09:01:00.000Z' },
})

export const answeredUpTo = z
  .object({
    user_id: z.int().nullable().meta({ description: 'Id of the guest; null: one without an account' }),
    reservation_id: z.int().nullable().meta({ description: 'Id of the stay; null: the conversation of two accounts' }),
    message_id: z.int().meta({ description: 'The last message that needs no answer' }),
  })
  .meta({ id: 'ConversationAnswered' })

export const conversationAnsweredPush = definePush({
  channel: 'user',
  event: 'conversation_answered',
  summary: 'Somebody of the company has said that messages need no answer',
  data: answeredUpTo,
  example: { user_id: 7, reservation_id: null, message_id: 41 },
})

export const typingPush = definePush({
  channel: 'user',
  event: 'typing',
  summary: 'The other person of a conversation is typing; at most once a second',
  data: z.object({ user_id: z.int().meta({ description: 'Id of the person typing' }) }).meta({ id: 'Typing' }),
  example: { user_id: 3 },
})
