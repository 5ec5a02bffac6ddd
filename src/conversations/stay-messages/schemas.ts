import { z } from 'zod'
import { messageState } from '../../bookings/reservations/review.ts'
import { withoutKeys } from '../../bookings/states/stay-link.ts'
import { MESSAGE_SOURCE, RESERVATION_STATUS } from '../../platform/db/enums.ts'
import type { queries } from '../../platform/db/queries.ts'
import { doneSchema } from '../../platform/http/envelope.ts'
import {
  flagParameter,
  homeFilter,
  idempotencyHeaders,
  integerId,
  shownDay,
  timestamp,
} from '../../platform/http/fields.ts'
import { backwardMeta } from '../../platform/http/pages.ts'
import { namedPerson, person, showPerson } from '../../platform/http/person.ts'
import { CAMILLE, HOME, HOME_TITLE, inDays, QUESTION, QUESTION_TEXT, STAY } from '../../reference/examples/demo.ts'
import type { ConversationsContext } from '../context.ts'
import { attachedFile, attachmentUrl } from '../messages/attachments.ts'
import { historyQuery, namedHome, saysSomething, showWaiting, waiting, written } from '../messages/schemas.ts'

const messageSource = z.enum(MESSAGE_SOURCE).meta({
  id: 'MessageSource',
  description: `Where it was written: \`site\` here, a channel, \`mail\` by mail to a guest without an account, \`note\` an internal note`,
})

const attachment = z
  .object({ url: z.url(), name: z.string().nullable(), type: attachedFile.shape.type.nullable() })
  .meta({ id: 'StayAttachment', description: 'A file; `name` and `type` are null for files at a channel' })

const by_company_link = z.boolean().meta({
  description:
    'Came by a link of the stay that the company may have fetched: not proved to be from the guest. false: not, or written by the company',
  example: false,
})

const fields = {
  id: z.int().meta({ example: QUESTION }),
  source: messageSource.meta({ example: 'site' }),
  from: z.enum(['guest', 'company']).meta({ id: 'MessageSide', example: 'guest' }),
  content: z.string().meta({ example: QUESTION_TEXT }),
  attachments: z.array(attachment).meta({ example: [] }),
  state: messageState.meta({ example: 'sent' }),
  error: z.string().nullable().meta({ description: 'Why a channel did not take it', example: null }),
  sent_by: namedPerson.nullable().meta({
    description: 'Person who wrote it for the company; null: its guest, or the owner',
    example: null,
  }),
  by_company_link,
  created_at: timestamp,
}

/** A message of a stay. */
export const stayMessage = z
  .object({ ...fields, reservation_id: z.int().meta({ example: STAY }) })
  .meta({ id: 'StayMessage' })
export type StayMessage = z.infer<typeof stayMessage>

const lastMessage = z.object(fields).meta({ id: 'LastMessage' })

type MessageRow = Awaited<ReturnType<typeof queries.stayMessages.list>>[number]
type StoredRow = Awaited<ReturnType<typeof queries.stayMessages.listSome>>[number]
type LastRow = Omit<MessageRow, 'reservation_id'>

/** The files of a message: one of the two accounts, or those that a channel has. */
function showAttachments(context: ConversationsContext, row: LastRow): z.infer<typeof attachment>[] {
  const { id, attachment: stored, attachment_file, attachment_until } = row
  const url = attachmentUrl(context, { id, attachment: stored, attachment_until: attachment_until ?? 0 })
  if (url === null) return row.attachments.map((link) => ({ url: link, name: null, type: null }))
  const { name, type } = attachedFile.parse(attachment_file)
  return [{ url, name, type }]
}

/** The fields of a message, without keys of links: events and the inbox do not know who reads them. */
function showFields(context: ConversationsContext, row: LastRow): z.infer<typeof lastMessage> {
  const { id, source, from_guest, content, state, error, by_company_link, created_at } = row
  return {
    id,
    source,
    from: from_guest ? 'guest' : 'company',
    content: withoutKeys(content),
    attachments: showAttachments(context, row),
    state,
    error,
    sent_by: namedPerson.nullable().parse(row.sent_by),
    by_company_link,
    created_at,
  }
}

const NO_FILE = { attachment: null, attachment_file: null, attachment_until: null }

type ShownRow = StoredRow & Partial<MessageRow>

/** A message in the list of its stay, without keys of links. */
export const showStayMessage = (context: ConversationsContext, row: ShownRow): StayMessage => ({
  ...showFields(context, { ...NO_FILE, ...row }),
  reservation_id: row.reservation_id,
})

/** The same as it was written, for the guest and for those who may have the link of the stay. */
export const showWithKeys = (context: ConversationsContext, row: ShownRow): StayMessage => ({
  ...showStayMessage(context, row),
  content: row.content,
})

/** A message from a company. */
export const newStayMessage = z
  .object({
    ...written,
    source: messageSource.optional().meta({
      description: `How to send it, one of \`ways\`; by default the first, unless that is \`site\` for a guest without an account, who is not
        notified. \`note\`: an internal note, which no guest sees`,
      example: 'site',
    }),
  })
  .check(saysSomething)
  .meta({ example: { content: 'The keys are in the box beside the door.' } })
export type NewStayMessage = z.infer<typeof newStayMessage>

export const sendHeaders = idempotencyHeaders.extend({
  'x-socket-id': z.string().optional().meta({ description: 'This socket does not receive the event `stay_message`' }),
})

/** A page of the messages of a stay. */
export const stayMessagePage = doneSchema.extend({
  data: z.array(stayMessage),
  meta: backwardMeta.extend({
    ...waiting,
    ways: z.array(messageSource).meta({
      description: `How the guest can be written to, the usual way first; a note is always possible. A guest without an account, a channel and
        an address has \`site\`: the page of the stay, whose link the company hands on`,
      example: ['site', 'note'],
    }),
  }),
})

export const inboxQuery = historyQuery.extend({
  before: integerId.optional().describe('Value of `next_before` of the page before'),
  per_page: historyQuery.shape.per_page.describe('Conversations per page'),
  unread: flagParameter.default(false).describe('true: only conversations with unread messages'),
  unanswered: flagParameter.default(false).describe('true: only conversations that wait for an answer'),
  property_id: homeFilter,
})

const stay = z
  .object({
    id: z.int().meta({ example: STAY }),
    check_in: shownDay.meta({ example: inDays(30) }),
    check_out: shownDay.meta({ example: inDays(33) }),
    status: z.enum(RESERVATION_STATUS).meta({ example: 'confirmed' }),
  })
  .meta({ id: 'InboxStay' })

export const inboxEntry = z
  .object({
    id: z.int().meta({ description: 'Number of its last message, the newest of all its homes', example: QUESTION }),
    reservation: stay.nullable().meta({
      description:
        'The stay; for messages of two accounts the one that the last message names, or one of the home that it names, or the next one; null: they have none',
    }),
    property: namedHome.nullable().meta({ example: { id: HOME, title: HOME_TITLE } }),
    user: person.nullable().meta({
      description: 'Guest with an account: `GET /messages/{user_id}` has all of their messages',
      example: { id: CAMILLE, first_name: 'Camille', avatar: null },
    }),
    guest_name: z
      .string()
      .nullable()
      .meta({ description: 'Name of the guest; null without `guests.read`', example: 'Camille Martin' }),
    channel: z.string().nullable().meta({ description: 'Channel that sold the stay', example: null }),
    last_message: lastMessage,
    unread: z.int().meta({ description: 'Unread by the company', example: 1 }),
    ...waiting,
  })
  .meta({ id: 'InboxEntry' })

type EntryRow = Awaited<ReturnType<typeof queries.stayMessages.listConversations>>[number]

/** A conversation of the inbox. */
export function showEntry(
  context: ConversationsContext,
  row: EntryRow,
  knowsGuests: boolean,
): z.infer<typeof inboxEntry> {
  const { cursor, other_id, first_name, avatar, reservation_id, check_in, check_out, status } = row
  const { home_id, home_title, ota_name, unread, name } = row
  const isStay = reservation_id !== null && check_in !== null && check_out !== null && status !== null
  return {
    id: cursor,
    reservation: isStay ? { id: reservation_id, check_in, check_out, status } : null,
    property: home_id === null || home_title === null ? null : { id: home_id, title: home_title },
    user: other_id === null ? null : showPerson(context, { id: other_id, first_name: first_name ?? '', avatar }),
    guest_name: knowsGuests ? name : null,
    channel: ota_name,
    last_message: showFields(context, row),
    unread,
    ...showWaiting(row),
  }
}

/** A page of the inbox. */
export const inboxPage = doneSchema.extend({
  data: z.array(inboxEntry),
  meta: backwardMeta.extend({
    unread: z.int().meta({ description: 'Unread messages in all conversations', example: 1 }),
    waiting: z.int().meta({ description: 'Conversations with unread messages', example: 1 }),
    unanswered: z.int().meta({ description: 'Conversations that wait for an answer', example: 1 }),
  }),
})

/** The data of the event `stay_message`. */
export const pushedStayMessage = z
  .object({ ...stayMessage.shape, property_id: namedHome.shape.id })
  .meta({ id: 'PushedStayMessage' })
