import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { reservationParams } from '../../bookings/settlement/schemas.ts'
import { findForCompany } from '../../bookings/states/parties.ts'
import { mayReadLinks, withoutKeys } from '../../bookings/states/stay-link.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { LONG_BODY_BYTES } from '../../platform/http/bodies.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { idempotencyHeaders } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import {
  messageTemplate,
  newTemplate,
  preview,
  previewBody,
  scheduledMessage,
  showScheduled,
  showTemplate,
  templateAnswer,
  templateChange,
  templateParams,
} from './schemas.ts'
import { changeTemplate, createTemplate, writeFor } from './templates.ts'

/** Templates are for all homes of an account, or for some that they name. */
const forCompany = { config: { scope: 'messages.write', allHomes: true } } as const

/** Messages that send themselves (docs/design/api.md, "Messages that send themselves"). */
export const messageTemplateRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['messages'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    '/message-templates',
    {
      config: { scope: 'messages.read', allHomes: true },
      schema: {
        ...documented,
        operationId: 'listMessageTemplates',
        summary: 'List the message templates of my account',
        description: 'Members and keys limited to some homes get 403.',
        response: { 200: envelopeSchema(z.array(messageTemplate)), ...failures(401, 403) },
      },
    },
    async (request) => {
      const rows = await queries.messageTemplates.list(app.db, { owner_id: identityOf(request).userId })
      return envelope(request, rows.map(showTemplate))
    },
  )

  app.post(
    '/message-templates',
    merged(app.idempotent, forCompany, {
      bodyLimit: LONG_BODY_BYTES,
      config: { audits: ['message_template.created'] },
      schema: {
        ...documented,
        operationId: 'createMessageTemplate',
        summary: 'Create a message template; honours Idempotency-Key',
        description: `Sent once to each stay, the usual way to its guest, at its moment: by the days of the stay as they are then, at the hour of
          the home. A stay that is confirmed later gets it at once. Moments before the template are not made up for. Limit: 50 per account.`,
        'x-message': 'created',
        headers: idempotencyHeaders,
        body: newTemplate,
        response: { 201: templateAnswer, ...failures(400, 401, 403, 'limitReached') },
      },
    }),
    async (request, reply) => {
      const created = await createTemplate(app, identityOf(request).userId, request.body)
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.patch(
    '/message-templates/:id',
    merged(forCompany, {
      bodyLimit: LONG_BODY_BYTES,
      config: { audits: ['message_template.changed'] },
      schema: {
        ...documented,
        operationId: 'updateMessageTemplate',
        summary: 'Update a message template',
        description: 'Send only the fields to change. What is sent stays sent; another moment counts from now on.',
        'x-message': 'updated',
        params: templateParams,
        body: templateChange,
        response: { 200: templateAnswer, ...failures(400, 401, 403, 404) },
      },
    }),
    async (request) => {
      const own = { id: request.params.id, owner_id: identityOf(request).userId }
      return envelope(request, await changeTemplate(app, own, request.body))
    },
  )

  app.delete(
    '/message-templates/:id',
    merged(forCompany, {
      config: { audits: ['message_template.deleted'] },
      schema: {
        ...documented,
        operationId: 'deleteMessageTemplate',
        summary: 'Delete a message template',
        description: 'The log of what it has sent stays.',
        'x-message': 'deleted',
        params: templateParams,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    }),
    async (request) => {
      const own = { id: request.params.id, owner_id: identityOf(request).userId }
      const deleted = await transaction(app.db, (tx) => queries.messageTemplates.delete(tx, own))
      if (!deleted) throw new AppError('notFound')
      return done(request)
    },
  )

  app.post(
    '/message-templates/:id/preview',
    {
      config: { silent: true, scope: ['messages.read', 'guests.read'], allHomes: true },
      schema: {
        ...documented,
        operationId: 'previewMessageTemplate',
        summary: 'Preview a message template with a stay',
        description:
          'Sends and stores nothing. `{link}` has its key for those who have all scopes that a link of a stay may have.',
        params: templateParams,
        body: previewBody,
        response: { 200: envelopeSchema(preview), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const own = { id: request.params.id, owner_id: identity.userId }
      const { reservation_id } = request.body
      const found = (await queries.messageTemplates.list(app.db, own)).find(({ id }) => id === own.id)
      if (!found) throw new AppError('notFound')
      await findForCompany(app.db, identity, reservation_id)
      const written = await writeFor(app, app.db, reservation_id, found.texts)
      if (!written) throw new AppError('notFound')
      const content = mayReadLinks(identity) ? written.content : withoutKeys(written.content)
      return envelope(request, { ...written, content })
    },
  )

  app.get(
    '/reservations/:id/scheduled-messages',
    {
      config: { sees: ['guest'], scope: 'messages.read' },
      schema: {
        ...documented,
        operationId: 'listScheduledMessages',
        summary: 'List what templates have sent at a stay, and will send',
        description:
          'For the company, in order. Scheduled ones move with the days of the stay, and leave with its cancellation.',
        params: reservationParams,
        response: { 200: envelopeSchema(z.array(scheduledMessage)), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: reservation_id } = request.params
      await findForCompany(app.db, identityOf(request), reservation_id)
      const rows = await queries.messageTemplates.listOfStay(app.db, { reservation_id })
      return envelope(request, rows.map(showScheduled))
    },
  )
}
