import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reservationParams } from '../../bookings/settlement/schemas.ts'
import { findForCompany } from '../../bookings/states/parties.ts'
import { mayReadLinks } from '../../bookings/states/stay-link.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { backwardPage } from '../../platform/http/pages.ts'
import { boundsOf, hasScope } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { markAnswered, publishAnswered } from '../messages/answered.ts'
import { readMessageForm } from '../messages/attachments.ts'
import { markRead } from '../messages/read.ts'
import { answeredBody, historyQuery, readBody, showWaiting, stillUnread, stillWaiting } from '../messages/schemas.ts'
import { findWaiting, markThreadRead } from './read.ts'
import {
  inboxPage,
  inboxQuery,
  newStayMessage,
  sendHeaders,
  showEntry,
  showStayMessage,
  showWithKeys,
  stayMessage,
  stayMessagePage,
} from './schemas.ts'
import { findGuest, writeToGuest } from './write.ts'

/** The inbox of a company, and the conversation of a stay (docs/design/api.md, "Messages of a stay"). */
export const inboxRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['messages'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    '/inbox',
    {
      config: { scope: 'messages.read' },
      schema: {
        ...documented,
        operationId: 'listInbox',
        summary: 'List the conversations of my company, latest first',
        description: `One row for each guest with an account, and one for each stay of a guest without one (channels, bookings by hand). A
          message is unread until somebody of the company reads it, and waits until a person of the company writes, or says that no answer is needed. Pages go back in time: pass \`meta.next_before\` as \`before\`.`,
        querystring: inboxQuery,
        response: { 200: inboxPage, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { before, per_page, unread: is_unread, unanswered: is_unanswered, property_id } = request.query
      await app.checkListedHome(identity, property_id)
      const all = boundsOf(identity) ?? { homes: undefined, or_no_home: true }
      const asked = property_id === undefined ? all : { homes: [property_id], or_no_home: false }
      const account = { user_id: identity.userId, ...asked }
      const [rows, waiting] = await Promise.all([
        queries.stayMessages.listConversations(app.db, {
          ...account,
          is_unread,
          is_unanswered,
          before,
          limit: per_page + 1,
        }),
        queries.stayMessages.countUnread(app.db, account),
      ])
      const knowsGuests = hasScope(identity, 'guests.read')
      const { shown, meta } = backwardPage(rows, per_page, (row) => showEntry(app, row, knowsGuests))
      return {
        ...envelope(request, shown),
        meta: { ...meta, unread: waiting.messages, waiting: waiting.conversations, unanswered: waiting.unanswered },
      }
    },
  )

  app.get(
    '/reservations/:id/messages',
    {
      config: { sees: ['guest'], scope: 'messages.read' },
      schema: {
        ...documented,
        operationId: 'listStayMessages',
        summary: 'List the messages of a stay, newest first',
        description: `For the company. Lists the messages of the two accounts, except those about another stay or home, and the messages of
          the channel, mails and internal notes of this stay. Readers without all scopes that a link of a stay may have see links without
          their key, in the inbox and in events too. \`meta.ways\` says how the guest can be written to. Pages go back in time: pass \`meta.next_before\` as
          \`before\`.`,
        params: reservationParams,
        querystring: historyQuery,
        response: { 200: stayMessagePage, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id: reservation_id } = request.params
      const { before, per_page } = request.query
      const show = mayReadLinks(identity) ? showWithKeys : showStayMessage
      const { stay, ways } = await findGuest(app, app.db, identity, reservation_id)
      const or_no_home = boundsOf(identity)?.or_no_home ?? true
      const rows = await queries.stayMessages.list(app.db, { reservation_id, before, or_no_home, limit: per_page + 1 })
      const { shown, meta } = backwardPage(rows, per_page, (row) => show(app, row))
      const waits = await findWaiting(app.db, stay, or_no_home)
      return { ...envelope(request, shown), meta: { ...meta, ...showWaiting(waits), ways } }
    },
  )

  app.post(
    '/reservations/:id/messages',
    merged(app.idempotent, {
      preValidation: readMessageForm,
      config: { sees: ['guest'], scope: 'messages.write', events: ['stay_message.created', 'message.created'] },
      schema: {
        ...documented,
        operationId: 'writeToGuest',
        summary: 'Write to the guest of a stay, or a note; honours Idempotency-Key',
        description: `Goes the usual way: through the channel that sold the stay, to the guest's account, or by mail with a link to the page of
          the stay. Other ways are in \`meta.ways\` of the list; 409 if there is none. \`source: note\` is an internal note. A message through
          a channel is \`sending\` first; the event \`stay_message\` says how it ended. Send a file as a form (\`attachment\`): only
          to the account of a guest. Limit: 60 a minute.`,
        'x-message': 'sent',
        consumes: ['application/json', 'multipart/form-data'],
        headers: sendHeaders,
        params: reservationParams,
        body: newStayMessage,
        response: {
          201: envelopeSchema(stayMessage),
          ...failures(400, 401, 403, 404, 413, 415, 429, 507, 'mayNotWrite', 'notVerified', 'guestUnreachable'),
        },
      },
    }),
    async (request, reply) => {
      const socketId = request.headers['x-socket-id']
      const sent = await writeToGuest(app, identityOf(request), request.params.id, request.body, socketId)
      return reply.code(201).send(envelope(request, sent))
    },
  )

  app.post(
    '/reservations/:id/messages/read',
    {
      config: { silent: true, sees: ['guest'], scope: 'messages.moderate', people: true },
      schema: {
        ...documented,
        operationId: 'markStayMessagesRead',
        summary: 'Mark the messages of a stay as read, in full or up to a message',
        description: `For the whole company, with the notifications of these messages. Messages of two accounts are read as by
          \`POST /messages/{user_id}/read\`. A mark never moves back.`,
        'x-message': 'read',
        params: reservationParams,
        body: readBody,
        response: {
          200: stillUnread,
          ...failures(400, 401, 403, 404),
        },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id: reservation_id } = request.params
      const { message_id } = request.body
      const { owner_id, guest_id } = await findForCompany(app.db, identity, reservation_id)
      const unread = await transaction(app.db, async (tx) => {
        const own = await markThreadRead(app, tx, { owner_id, reservation_id, message_id })
        const between =
          guest_id === null
            ? 0
            : await markRead(app, tx, { user_id: owner_id, other_id: guest_id, message_id, bounds: boundsOf(identity) })
        return own + (between ?? 0)
      })
      return envelope(request, { unread })
    },
  )
  app.post(
    '/reservations/:id/messages/answered',
    {
      config: { silent: true, sees: ['guest'], scope: 'messages.write' },
      schema: {
        ...documented,
        operationId: 'markStayMessagesAnswered',
        summary: 'Say that the messages of a stay need no answer, up to a message',
        description: `For the whole company. Messages of two accounts are answered as by \`POST /messages/{user_id}/answered\`. A later message
          still waits. Answers whether one does.`,
        'x-message': 'answered',
        params: reservationParams,
        body: answeredBody,
        response: { 200: stillWaiting, ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id: reservation_id } = request.params
      const { message_id } = request.body
      const { owner_id, guest_id, property_id } = await findForCompany(app.db, identity, reservation_id)
      const bounds = boundsOf(identity)
      const waits = await transaction(app.db, async (tx) => {
        await queries.stayMessages.markAnswered(tx, { reservation_id, message_id })
        const people = { user_id: owner_id, other_id: guest_id ?? 0, message_id, reservation_id }
        const seen = { homes: [property_id], or_no_home: bounds?.or_no_home ?? true }
        if (guest_id !== null) await markAnswered(tx, { ...people, bounds: seen })
        await publishAnswered(app, tx, { owner_id, property_id }, { user_id: guest_id, reservation_id, message_id })
        return findWaiting(tx, { id: reservation_id, owner_id, guest_id, property_id }, bounds?.or_no_home ?? true)
      })
      return envelope(request, showWaiting(waits))
    },
  )
}
