import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { backwardPage, listPage, pageQuery } from '../../platform/http/pages.ts'
import { identityOf, requireFreshSignIn, requireVerified } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import {
  changeEndpoint,
  createEndpoint,
  findEndpoint,
  ownerOf,
  replay,
  rotateSecret,
  sendAgain,
  showDelivery,
  showEndpoint,
  testEndpoint,
} from './endpoints.ts'
import {
  deliveriesQuery,
  deliveryAnswer,
  deliveryPage,
  deliveryParams,
  endpointAnswer,
  endpointChanges,
  endpointPage,
  endpointParams,
  newEndpoint,
  replayAnswer,
  replayRequest,
  secretAnswer,
} from './schemas.ts'

const BASE = '/webhook-endpoints'

/** Webhooks out (docs/integrations.md, "Webhooks"). Endpoints of others are 404. */
export const webhookEndpointRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['events'], security: BEARER, 'x-demo-account': 'owner' as const }
  const one = { ...documented, params: endpointParams }

  app.get(
    BASE,
    {
      config: { scope: 'webhooks.read' },
      schema: {
        ...documented,
        operationId: 'listWebhookEndpoints',
        summary: 'My endpoints, or as one of the staff those for all homes',
        description: `The latest first. Those of support and administrators are for all homes. A failing one says since when
          nothing has arrived.`,
        querystring: pageQuery,
        response: { 200: endpointPage, ...failures(400, 401) },
      },
    },
    (request) => {
      const owner_id = ownerOf(identityOf(request))
      return listPage(
        request,
        request.query,
        (page) => queries.webhookEndpoints.list(app.db, { owner_id, id: null, ...page }),
        (row) => showEndpoint(row),
      )
    },
  )

  app.post(
    BASE,
    {
      onRequest: [requireVerified, requireFreshSignIn],
      schema: {
        ...documented,
        operationId: 'createWebhookEndpoint',
        summary: 'Have events sent to an address; its secret is shown once',
        description: `The address is a public one; outside production this machine will do. Without \`types\` everything is sent.
          Keep the \`secret\`: it is not shown again, and verifies what comes, as Standard Webhooks 1.0.0 says. 20 an account.`,
        'x-message': 'created',
        body: newEndpoint,
        response: { 201: secretAnswer, ...failures(400, 401, 403, 'notVerified', 'signInAgain', 'limitReached') },
      },
    },
    async (request, reply) => {
      const created = await createEndpoint(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.get(
    `${BASE}/:id`,
    {
      schema: {
        ...one,
        operationId: 'getWebhookEndpoint',
        summary: 'One endpoint',
        description: 'Without its secret, which `…/rotate` replaces.',
        response: { 200: endpointAnswer, ...failures(400, 401, 404) },
      },
    },
    async (request) => envelope(request, await findEndpoint(app.db, identityOf(request), request.params.id)),
  )

  app.patch(
    `${BASE}/:id`,
    {
      onRequest: requireVerified,
      schema: {
        ...one,
        operationId: 'updateWebhookEndpoint',
        summary: 'Change an endpoint, pause it, or enable it again',
        description: `What is absent stays. \`enabled: false\` pauses it: events of that time are not sent afterwards, but can be
          replayed. \`enabled: true\` begins anew after it was disabled.`,
        'x-message': 'updated',
        body: endpointChanges,
        response: { 200: endpointAnswer, ...failures(400, 401, 403, 404, 'notVerified', 'signInAgain') },
      },
    },
    async (request) => {
      const changed = await changeEndpoint(app, identityOf(request), request.params.id, request.body)
      return envelope(request, changed)
    },
  )

  app.delete(
    `${BASE}/:id`,
    {
      schema: {
        ...one,
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete an endpoint; nothing is sent to its address from now on',
        description: 'Waiting deliveries are dropped, and the log of deliveries is deleted.',
        'x-message': 'deleted',
        response: { 200: doneSchema, ...failures(400, 401, 404) },
      },
    },
    async (request) => {
      const endpoint = { id: request.params.id, owner_id: ownerOf(identityOf(request)) }
      const deleted = await transaction(app.db, (tx) => queries.webhookEndpoints.delete(tx, endpoint))
      if (!deleted) throw new AppError('notFound')
      return done(request)
    },
  )

  app.post(
    `${BASE}/:id/rotate`,
    {
      onRequest: [requireVerified, requireFreshSignIn],
      schema: {
        ...one,
        operationId: 'rotateWebhookSecret',
        summary: 'A new secret; for 24 hours, or until the next one, the one before signs as well',
        description: `Deliveries have two signatures for 24 hours: receivers can change their secret at any time within them.`,
        'x-message': 'updated',
        response: { 200: secretAnswer, ...failures(400, 401, 403, 404, 'notVerified', 'signInAgain') },
      },
    },
    async (request) => envelope(request, await rotateSecret(app, identityOf(request), request.params.id)),
  )

  app.post(
    `${BASE}/:id/test`,
    {
      onRequest: requireVerified,
      schema: {
        ...one,
        operationId: 'testWebhookEndpoint',
        summary: 'Send an event that means nothing now, and see what becomes of it',
        description: `Sends \`endpoint.tested\` once, within ten seconds, also to an endpoint that is disabled. The answer is the
          delivery, with the first 2 kB of what came back.`,
        response: { 200: deliveryAnswer, ...failures(400, 401, 403, 404, 'notVerified') },
      },
    },
    async (request) => envelope(request, await testEndpoint(app, identityOf(request), request.params.id)),
  )

  app.get(
    `${BASE}/:id/deliveries`,
    {
      schema: {
        ...one,
        operationId: 'listWebhookDeliveries',
        summary: 'What an endpoint was sent, and what it has answered, the latest first',
        description: 'Pages go back in time: pass `meta.next_before` as `before`. Kept for 30 days.',
        querystring: deliveriesQuery,
        response: { 200: deliveryPage, ...failures(400, 401, 404) },
      },
    },
    async (request) => {
      const { id: endpoint_id } = await findEndpoint(app.db, identityOf(request), request.params.id)
      const { before = null, per_page } = request.query
      const rows = await queries.webhookEndpoints.listDeliveries(app.db, { endpoint_id, before, limit: per_page + 1 })
      const { shown, meta } = backwardPage(rows, per_page, showDelivery)
      return { ...envelope(request, shown), meta }
    },
  )

  app.post(
    `${BASE}/:id/deliveries/:delivery_id/replay`,
    {
      onRequest: requireVerified,
      schema: {
        ...documented,
        params: deliveryParams,
        operationId: 'replayWebhookDelivery',
        summary: 'Send a delivery that has ended once more, with the same id',
        description: 'With the same `webhook-id`, and all its tries. 404 while it waits.',
        'x-message': 'updated',
        response: { 200: doneSchema, ...failures(400, 401, 403, 404, 'notVerified', 'endpointDisabled') },
      },
    },
    async (request) => {
      const { id, delivery_id } = request.params
      await sendAgain(app, identityOf(request), id, delivery_id)
      return done(request)
    },
  )

  app.post(
    `${BASE}/:id/replay`,
    {
      onRequest: requireVerified,
      schema: {
        ...one,
        operationId: 'replayWebhookEvents',
        summary: 'Send the events of a range of the feed once more',
        description: `\`after\` and \`until\` are cursors of \`GET /events\`; at most ten thousand events, of the types that the
          endpoint wants. They keep their ids.`,
        body: replayRequest,
        response: {
          200: replayAnswer,
          ...failures(400, 401, 403, 404, 'notVerified', 'endpointDisabled', 'cursorLost'),
        },
      },
    },
    async (request) => {
      const { made } = await replay(app, identityOf(request), request.params.id, request.body)
      return envelope(request, { deliveries: made })
    },
  )
}
