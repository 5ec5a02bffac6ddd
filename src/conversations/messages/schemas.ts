import { z } from 'zod'
import type { queries } from '../../platform/db/queries.ts'
import { doneSchema, envelopeSchema } from '../../platform/http/envelope.ts'
import {
  idempotencyHeaders,
  integerId,
  shownUuid,
  spacedLine,
  timestamp,
  uuid,
  wholeParameter,
} from '../../platform/http/fields.ts'
import { backwardMeta, backwardPage, pagedSchema, unreadPageMeta } from '../../platform/http/pages.ts'
import { namedPerson, person, showPerson } from '../../platform/http/person.ts'
import { fileOf } from '../../platform/storage/forms.ts'
import { CAMILLE, HOME, HOME_TITLE, MARTIN, QUESTION, QUESTION_TEXT } from '../../reference/examples/demo.ts'
import type { ConversationsContext } from '../context.ts'
import { attachedFile, attachmentUrl } from './attachments.ts'

export type MessageRow = Awaited<ReturnType<typeof queries.messages.insert>>

export const MAX_CONTENT = 5_000

/** Words of a message without a file. */
export const words = z.string().trim().min(1).max(MAX_CONTENT)

/** Words and a file of a message. */
export const written = {
  content: z.string().trim().max(MAX_CONTENT).default('').meta({ description: 'Required without an attachment' }),
  attachment: fileOf('attachmentType')
    .meta({ type: 'string', format: 'binary', description: 'In a form: jpeg, png, webp or pdf, at most 10 MB' })
    .nullish(),
  attachment_name: spacedLine(255)
    .optional()
    .meta({ description: 'The name of the file; by default as the form says' }),
}

/** Refuses a message without words and without a file. */
export const saysSomething = z.refine<Partial<z.output<z.ZodObject<typeof written>>>>(
  ({ content, attachment }) => (content ?? '') !== '' || (attachment ?? null) !== null,
  {
    path: ['content'],
    error: 'oneRequired',
    params: { values: ['content', 'attachment'] },
    // Named together with the other wrong fields.
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
)

export const newMessage = z
  .object({ receiver_id: integerId, property_id: uuid.optional(), reservation_id: integerId.optional(), ...written })
  .check(saysSomething)
  .meta({
    example: {
      receiver_id: MARTIN,
      property_id: HOME,
      content: QUESTION_TEXT,
    },
  })

export type NewMessage = z.infer<typeof newMessage>

/** Echo names the socket of the page that sends, which has the message already. */
export const sendHeaders = idempotencyHeaders.extend({
  'x-socket-id': z.string().optional().meta({ description: 'This socket does not receive the event `message`' }),
})

/** A message, with the keys that the specification gives the event `message`. */
const keys = {
  id: z.int().meta({ example: QUESTION }),
  sender_id: z.int().meta({ example: CAMILLE }),
  receiver_id: z.int().meta({ example: MARTIN }),
  content: z.string().meta({ example: QUESTION_TEXT }),
  attachment: z
    .url()
    .nullable()
    .meta({ description: 'An address that needs no token, for ten minutes; each answer has a new one', example: null }),
  attachment_file: attachedFile
    .extend({ url: z.url() })
    .nullable()
    .meta({ description: 'Kind of attachment', example: null }),
  created_at: timestamp,
  property_id: shownUuid.nullable().meta({ example: HOME }),
  reservation_id: z.int().nullable().meta({ example: null }),
  sent_by: namedPerson.nullable().meta({
    description: 'Team member who wrote it for the owner in `sender_id`; null if the owner wrote it',
    example: null,
  }),
}

export const message = z.object(keys).meta({ id: 'Message' })

/** The data of the event `message`. */
export const pushedMessage = z.object({ ...keys, sender: person }).meta({ id: 'PushedMessage' })

/** A message in an answer. */
export function showMessage(context: ConversationsContext, row: MessageRow): z.infer<typeof message> {
  const { id, sender_id, receiver_id, content, property_id, reservation_id, created_at } = row
  const url = attachmentUrl(context, row)
  const attachment_file = url === null ? null : { ...attachedFile.parse(row.attachment_file), url }
  return {
    id,
    sender_id,
    receiver_id,
    content,
    attachment: url,
    attachment_file,
    property_id,
    reservation_id,
    created_at,
    sent_by: namedPerson.nullable().parse(row.sent_by),
  }
}

/** A home by its name. */
export const namedHome = z.object({ id: shownUuid, title: z.string() }).meta({ id: 'NamedProperty' })

/** True if a conversation waits for an answer, and since when. */
export const waiting = {
  unanswered: z.boolean().meta({ description: 'Whether a message waits for an answer', example: true }),
  waiting_since: timestamp.nullable().meta({ description: 'Time of the first message without an answer' }),
}

/** A wait for an answer in an answer. Pure. */
export const showWaiting = ({ waiting_since }: { waiting_since: string | null }) => ({
  unanswered: waiting_since !== null,
  waiting_since,
})

export const conversation = z
  .object({
    user: person.meta({ example: { id: MARTIN, first_name: 'Martin', avatar: null } }),
    last_message: message,
    unread: z.int().meta({ example: 0 }),
    ...waiting,
    property: namedHome.nullable().meta({ example: { id: HOME, title: HOME_TITLE } }),
  })
  .meta({ id: 'Conversation' })

type ConversationRow = Omit<Awaited<ReturnType<typeof queries.messages.listConversations>>[number], 'total'>

/** A conversation in an answer. */
export function showConversation(context: ConversationsContext, row: ConversationRow): z.infer<typeof conversation> {
  const { other_id, first_name, avatar, unread, home_id, home_title } = row
  return {
    user: showPerson(context, { id: other_id, first_name, avatar }),
    last_message: showMessage(context, row),
    unread,
    ...showWaiting(row),
    property: home_id === null || home_title === null ? null : { id: home_id, title: home_title },
  }
}

export const conversationPage = pagedSchema(conversation).extend({ meta: unreadPageMeta })

export const withUser = z.object({ user_id: integerId.describe('Id of the other user').meta({ example: MARTIN }) })

export const historyQuery = z.object({
  before: integerId.optional().describe('Only messages before this id'),
  per_page: wholeParameter(1, 100).default(20).describe('Messages per page'),
})

/** A page of a conversation, as support reads it. */
export const historyPage = doneSchema.extend({ data: z.array(message), meta: backwardMeta })

/** A page of one's own conversation. */
export const ownHistoryPage = historyPage.extend({
  meta: backwardMeta.extend({
    user: person.meta({ example: { id: MARTIN, first_name: 'Martin', avatar: null } }),
    blocked: z.boolean().meta({ description: 'Whether I have blocked this person' }),
    can_write: z.boolean().meta({ description: 'Whether I may write to them' }),
    unread: z.int().meta({ example: 1 }),
    ...waiting,
    read_up_to: z
      .int()
      .meta({ description: 'Id of the last message that the other person has read; 0: none', example: QUESTION }),
  }),
})

/** A page of a conversation, of rows with one more than the page. */
export const pageOfHistory = (context: ConversationsContext, rows: MessageRow[], per_page: number) =>
  backwardPage(rows, per_page, (row) => showMessage(context, row))

export const readBody = z
  .object({ message_id: integerId.optional().meta({ example: QUESTION }) })
  .meta({ id: 'ReadUpTo', description: 'By default all are read' })

export const answeredBody = z
  .object({ message_id: integerId.meta({ description: 'The last message that you have seen', example: QUESTION }) })
  .meta({ id: 'AnsweredUpTo' })

export const stillWaiting = envelopeSchema(z.object(waiting)).meta({ id: 'StillWaiting' })

export const stillUnread = envelopeSchema(z.object({ unread: z.int().meta({ example: 1 }) })).meta({
  id: 'StillUnread',
})
