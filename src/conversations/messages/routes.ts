import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { countWithin } from '../../accounts/auth/throttle.ts'
import { transaction } from '../../platform/db/client.ts'
import { type MessagesPart, queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pageQuery } from '../../platform/http/pages.ts'
import { showPerson } from '../../platform/http/person.ts'
import { type Bounds, boundsOf } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { toUser } from '../../realtime/bus/channels.ts'
import { NOAH } from '../../reference/examples/demo.ts'
import { markAnswered, publishAnswered } from './answered.ts'
import { readMessageForm } from './attachments.ts'
import { typingPush } from './pushes.ts'
import { markRead } from './read.ts'
import {
  answeredBody,
  conversationPage,
  historyQuery,
  message,
  newMessage,
  ownHistoryPage,
  pageOfHistory,
  readBody,
  sendHeaders,
  showConversation,
  showMessage,
  showWaiting,
  stillUnread,
  stillWaiting,
  withUser,
} from './schemas.ts'
import { sendMessage } from './send.ts'
import { assertReach, findStanding } from './standing.ts'

/**
 * The other person of a conversation, or of one that the reader could begin.
 * @throws AppError 404 also for existing users whom the caller cannot message: nobody reads names by counting.
 */
async function findOther(app: FastifyInstance, reader: Identity, other_id: number) {
  // A member of a team does not read the other side of their own conversation.
  if (reader.personId === other_id) throw new AppError('notFound')
  const other = await findStanding(app.db, reader, other_id)
  if (!other) throw new AppError('notFound')
  const mayWrite = other.is_allowed && !other.is_gone
  if (!other.is_known && !mayWrite) throw new AppError('notFound')
  return { ...other, can_write: mayWrite && reader.verified }
}

/** The conversations of an account as far as they are about some homes. */
async function listOnHomes(
  app: FastifyInstance,
  request: FastifyRequest,
  query: z.output<typeof pageQuery>,
  who: Bounds & { user_id: number },
) {
  let unread = 0
  const list = await listPage(
    request,
    query,
    async (page) => {
      const rows = await queries.messages.listConversationsOnHomes(app.db, { ...who, ...page })
      unread = rows[0]?.total_unread ?? 0
      return rows
    },
    (row) => showConversation(app, row),
  )
  return { ...list, meta: { ...list.meta, unread } }
}

/** People who are limited to no homes. */
const NO_BOUNDS = { homes: undefined, or_no_home: true }

/** Messages of the caller (docs/design/api.md, "Messages"). */
export const messageRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = {
    tags: ['messages'],
    security: BEARER,
    'x-audience': ['company', 'guest', 'developer'] as const,
  }

  app.post(
    '/messages',
    merged(app.idempotent, {
      preValidation: readMessageForm,
      config: { may: ['owner', ...STAFF], scope: 'messages.write', events: ['message.created'] },
      schema: {
        ...documented,
        operationId: 'sendMessage',
        summary: 'Send a message, with an optional file',
        description: `With a verified address, you can write to the owner of a published home, to the other party of a
          stay and to anyone who has written to you; otherwise 403. The receiver gets the push \`message\`, a
          notification, and a mail if it stays unread for five minutes. The caller's other sockets get it too; send
          the id of this page's socket in \`X-Socket-ID\`. Send a file as a form (\`attachment\`). Honours
          \`Idempotency-Key\`. Limit: 60 a minute.`,
        'x-message': 'sent',
        consumes: ['application/json', 'multipart/form-data'],
        headers: sendHeaders,
        body: newMessage,
        response: {
          201: envelopeSchema(message),
          ...failures(400, 401, 403, 404, 413, 415, 507, 'mayNotWrite', 'notVerified'),
        },
      },
    }),
    async (request, reply) => {
      const sent = await sendMessage(app, identityOf(request), request.body, request.headers['x-socket-id'])
      return reply.code(201).send(envelope(request, showMessage(app, sent)))
    },
  )

  app.get(
    '/messages',
    {
      config: { scope: 'messages.read' },
      schema: {
        ...documented,
        operationId: 'listConversations',
        summary: 'List my conversations, latest first',
        description: `One row per person, with the last message and the unread count. \`meta.unread\` is the number
          for a badge. Use the \`id\` of \`user\` to read the conversation.`,
        querystring: pageQuery,
        response: { 200: conversationPage, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { userId } = identity
      const bounds = boundsOf(identity)
      if (bounds) return listOnHomes(app, request, request.query, { user_id: userId, ...bounds })
      const [list, { unread }] = await Promise.all([
        listPage(
          request,
          request.query,
          (page) => queries.messages.listConversations(app.db, { user_id: userId, ...page }),
          (row) => showConversation(app, row),
        ),
        queries.messages.countUnread(app.db, { user_id: userId }),
      ])
      return { ...list, meta: { ...list.meta, unread } }
    },
  )

  app.get(
    '/messages/:user_id',
    {
      config: { may: ['owner', ...STAFF], scope: 'messages.read' },
      schema: {
        ...documented,
        operationId: 'listMessages',
        summary: 'List my messages with one person, newest first',
        description: `Pages go back in time: pass \`meta.next_before\` as \`before\`. \`meta\` has the other person,
          whether they are blocked, whether the caller can write, and the last message that the other person has read.
          Returns 404 for users you cannot message. Reading does not mark messages as read; use \`…/read\`.`,
        params: withUser,
        querystring: historyQuery,
        response: {
          200: ownHistoryPage,
          ...failures(400, 401, 403, 404),
        },
      },
    },
    async (request) => {
      const { before, per_page } = request.query
      const identity = identityOf(request)
      const people = { user_id: identity.userId, other_id: request.params.user_id }
      const [other, side] = await Promise.all([
        findOther(app, identity, people.other_id),
        queries.messages.findSide(app.db, people),
      ])
      const bounds = boundsOf(identity)
      const parts = new Set<MessagesPart>(bounds ? ['on-homes'] : [])
      const rows = side
        ? await queries.messages.list(app.db, parts, {
            conversation_id: side.conversation_id,
            before,
            limit: per_page + 1,
            ...bounds,
          })
        : []
      const { shown, meta } = pageOfHistory(app, rows, per_page)
      return {
        ...envelope(request, shown),
        meta: {
          ...meta,
          user: showPerson(app, other),
          blocked: other.has_blocked,
          can_write: other.can_write,
          unread: bounds
            ? (await queries.messages.countUnreadOnHomes(app.db, { ...people, ...bounds })).unread
            : (side?.unread ?? 0),
          ...showWaiting(await queries.messages.findWaiting(app.db, { ...people, ...NO_BOUNDS, ...bounds })),
          read_up_to: side?.other_read_up_to ?? 0,
        },
      }
    },
  )

  app.post(
    '/messages/:user_id/read',
    {
      config: { silent: true, scope: 'messages.moderate', people: true },
      schema: {
        ...documented,
        operationId: 'markMessagesRead',
        summary: 'Mark a conversation as read, in full or up to a message',
        description: `Without \`message_id\` the whole conversation is marked. The other person gets the push
          \`message_read\`. Notifications of these messages are marked as read too, and the caller's sockets get
          \`notification_read\`. A mark never moves back. Members limited to some homes mark the messages before the first unread one
          that they do not see.`,
        'x-message': 'read',
        params: withUser,
        body: readBody,
        response: {
          200: stillUnread,
          ...failures(400, 401, 404),
        },
      },
    },
    async (request) => {
      const user_id = identityOf(request).userId
      const other_id = request.params.user_id
      await assertReach(app.db, identityOf(request), other_id)
      const { message_id } = request.body
      const bounds = boundsOf(identityOf(request))
      const unread = await transaction(app.db, (tx) => markRead(app, tx, { user_id, other_id, message_id, bounds }))
      if (unread === undefined) throw new AppError('notFound')
      return envelope(request, { unread })
    },
  )

  app.post(
    '/messages/:user_id/answered',
    {
      config: { silent: true, scope: 'messages.write' },
      schema: {
        ...documented,
        operationId: 'markMessagesAnswered',
        summary: 'Say that a conversation needs no answer, up to a message',
        description: `A later message still waits. Writing to the other person does the same. The sockets of the company get the push
          \`conversation_answered\`. A mark never moves back. Members limited to some homes end the wait of the messages before the first
          waiting one that they do not see. Answers whether one of those that they see still waits.`,
        'x-message': 'answered',
        params: withUser,
        body: answeredBody,
        response: { 200: stillWaiting, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const people = { user_id: identity.userId, other_id: request.params.user_id }
      await assertReach(app.db, identity, people.other_id)
      const { message_id } = request.body
      const bounds = boundsOf(identity)
      const waits = await transaction(app.db, async (tx) => {
        const marked = await markAnswered(tx, { ...people, message_id, bounds })
        if (!marked) throw new AppError('notFound')
        const data = { user_id: people.other_id, reservation_id: null, message_id }
        await publishAnswered(app, tx, { owner_id: people.user_id, ...marked }, data)
        return queries.messages.findWaiting(tx, { ...people, ...NO_BOUNDS, ...bounds })
      })
      return envelope(request, showWaiting(waits))
    },
  )

  app.post(
    '/messages/:user_id/typing',
    {
      config: { silent: true, may: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'tellTyping',
        summary: 'Send a typing indicator, at most once a second',
        description: `Send it while the user types; further calls within a second are dropped without an error. The
          other person gets the push \`typing\`. Nothing is stored. Without a conversation nothing is sent.`,
        params: withUser,
        response: { 200: doneSchema, ...failures(401, 403, 404, 'mayNotWrite') },
      },
    },
    async (request) => {
      const user_id = identityOf(request).userId
      const other_id = request.params.user_id
      const listener = await queries.messages.findListener(app.db, { user_id, other_id })
      if (!listener) {
        // Typing before the first message is pushed to nobody.
        await findOther(app, identityOf(request), other_id)
        return done(request)
      }
      if (listener.is_blocked) throw new AppError('mayNotWrite')
      // A second within the second is dropped: the other person sees the first.
      const wait = await countWithin(app.db, { key: `typing ${user_id} ${other_id}`, limit: 1, seconds: 1 })
      if (wait === 0) {
        await app.bus.publish(app.db, toUser(other_id, typingPush, { user_id }))
      }
      return done(request)
    },
  )

  app.post(
    '/messages/:user_id/block',
    {
      config: { silent: true, scope: 'messages.moderate', people: true },
      schema: {
        ...documented,
        operationId: 'blockUser',
        summary: 'Block a user',
        description: `They can no longer write to the caller (403), and are not notified. Pending mails about their
          messages are dropped. Support can always write. Blocking twice is not an error; users without a conversation
          return 404.`,
        'x-message': 'blocked',
        params: withUser,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const side = { user_id: identityOf(request).userId, other_id: request.params.user_id }
      if (side.user_id === side.other_id) throw new AppError('forbidden')
      await assertReach(app.db, identityOf(request), side.other_id)
      await transaction(app.db, async (tx) => {
        const other = await findStanding(tx, identityOf(request), side.other_id)
        if (!other?.is_near || other.is_gone) throw new AppError('notFound')
        await queries.messages.block(tx, { user_id: side.user_id, blocked_id: side.other_id })
        await queries.messages.cancelMail(tx, side)
      })
      return done(request)
    },
  )

  app.delete(
    '/messages/:user_id/block',
    {
      config: { silent: true, scope: 'messages.moderate', people: true },
      schema: {
        ...documented,
        operationId: 'unblockUser',
        summary: 'Unblock a user',
        description: 'They can write to the caller again. Returns 404 if there is no block.',
        'x-message': 'unblocked',
        params: z.object({ user_id: withUser.shape.user_id.meta({ example: NOAH }) }),
        response: { 200: doneSchema, ...failures(401, 404) },
      },
    },
    async (request) => {
      await assertReach(app.db, identityOf(request), request.params.user_id)
      const lifted = await queries.messages.unblock(app.db, {
        user_id: identityOf(request).userId,
        blocked_id: request.params.user_id,
      })
      if (!lifted) throw new AppError('notFound')
      return done(request)
    },
  )
}
