import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { Queryable } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { flagParameter, idempotencyHeaders, integerId } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema, pageQuery } from '../../platform/http/pages.ts'
import { hasScope } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { CHANGE_REQUEST } from '../../reference/examples/demo.ts'
import { reservationParams } from '../settlement/schemas.ts'
import { findForParty } from '../states/parties.ts'
import { CHANGE_FAILURES } from './change.routes.ts'
import { askForChange, declineRequest, withdrawRequest } from './change-requests.ts'
import { changeAsked, declined, newChangeRequest, showAsked, showRequest } from './change-schemas.ts'
import { changeRequest } from './schemas.ts'

const requestParams = reservationParams.extend({
  request_id: integerId.describe('Id of the change request').meta({ example: CHANGE_REQUEST }),
})

/** Requests of guests to change a stay (docs/design/domain.md, "A guest asks for a change"). */
export const changeRequestRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['reservations'], security: BEARER }

  app.post(
    '/reservations/:id/change-requests',
    merged(app.idempotent, {
      config: { silent: true, may: ['guest'], sees: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'requestChange',
        summary: 'Ask for other days or guests; honours Idempotency-Key',
        description: `For the guest of a confirmed stay, or in the house. The answer has what the change would cost now. Nothing is
          held and no money moves: the company accepts the request with a change of the stay, at its price of that moment, or
          declines it. It takes the place of an open request. The company is notified. Taken nights return 409. With
          \`dry_run=true\` the answer is only the price: nothing is asked, and \`change_request\` is null.`,
        'x-message': 'changeRequested',
        headers: idempotencyHeaders,
        params: reservationParams,
        querystring: z.object({
          dry_run: flagParameter.default(false).describe('Preview the price without asking'),
        }),
        body: newChangeRequest,
        response: {
          200: envelopeSchema(changeAsked),
          201: envelopeSchema(changeAsked),
          ...failures(400, 401, 403, 404, 429, ...CHANGE_FAILURES),
        },
      },
    }),
    async (request, reply) => {
      const [identity, { id }] = [identityOf(request), request.params]
      const find = (db: Queryable) => findForParty(db, identity, id, 'guest')
      const { dry_run } = request.query
      const { change_request, preview } = await askForChange(app, find, request.body, { dry_run })
      const shown = showAsked(change_request, preview)
      return dry_run
        ? reply.code(200).send(envelope(request, shown, 'changePreview'))
        : reply.code(201).send(envelope(request, shown, 'changeRequested'))
    },
  )

  app.get(
    '/reservations/:id/change-requests',
    {
      config: { may: ['guest', 'owner', ...STAFF], scope: 'reservations.read' },
      schema: {
        ...documented,
        operationId: 'listChangeRequests',
        summary: 'List the change requests of a stay',
        description:
          'For the guest, the owner and staff, the newest first. `message` is null for keys and members without `messages.read`.',
        params: reservationParams,
        querystring: pageQuery,
        response: { 200: pagedSchema(changeRequest), ...failures(400, 401, 404) },
      },
    },
    async (request) => {
      const { id: reservation_id } = request.params
      const identity = identityOf(request)
      const { today } = await findForParty(app.db, identity, reservation_id, 'any')
      const readsWords = hasScope(identity, 'messages.read')
      return listPage(
        request,
        request.query,
        (page) => queries.states.listChangeRequests(app.db, { reservation_id, today, request_id: undefined, ...page }),
        (row) => showRequest(row, readsWords),
      )
    },
  )

  app.post(
    '/reservations/:id/change-requests/:request_id/decline',
    {
      config: { silent: true, may: ['owner', ...STAFF], sees: ['guest'], scope: 'reservations.write' },
      schema: {
        ...documented,
        operationId: 'declineChangeRequest',
        summary: 'Decline a change request',
        description: `For the company. The guest is notified and sees the reason; a guest of a channel, who is answered there, is not. A request that is closed returns 409. To accept one,
          change the stay with its \`change_request_id\`.`,
        'x-message': 'changeDeclined',
        'x-demo-account': 'owner',
        params: requestParams,
        body: declined,
        response: { 200: envelopeSchema(changeRequest), ...failures(400, 401, 403, 404, 'requestClosed') },
      },
    },
    async (request) => {
      const { id: reservation_id, request_id } = request.params
      const { reason } = request.body
      const identity = identityOf(request)
      const row = await declineRequest(app, identity, { reservation_id, request_id, reason })
      return envelope(request, showRequest(row, hasScope(identity, 'messages.read')), 'changeDeclined')
    },
  )

  app.delete(
    '/reservations/:id/change-requests/:request_id',
    {
      config: { silent: true, may: ['guest'], sees: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'withdrawChangeRequest',
        summary: 'Withdraw a change request',
        description: 'For the guest. A request that is closed returns 409.',
        'x-message': 'changeWithdrawn',
        params: requestParams,
        response: { 200: doneSchema, ...failures(401, 403, 404, 'requestClosed') },
      },
    },
    async (request) => {
      const { id, request_id } = request.params
      await withdrawRequest(app, identityOf(request), id, request_id)
      return done(request, 'changeWithdrawn')
    },
  )
}
