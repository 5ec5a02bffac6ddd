import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf, requireFreshSignIn, requireVerified } from '../../platform/http/identity.ts'
import { backwardPage, listPage, pageQuery } from '../../platform/http/pages.ts'
import { openToMembers } from '../../platform/http/scopes.ts'
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
import { DELIVERIES } from './sender.ts'

const BASE = '/webhook-endpoints'

/** Webhooks out (docs/integrations.md, "Webhooks"). Endpoints of others are 404. */
export const webhookEndpointRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  openToMembers(app, 'endpoints.write')
  const documented = { tags: ['events'], security: BEARER, 'x-demo-account': 'owner' as const }
  const one = { ...documented, params: endpointParams }

  app.get(
    BASE,
    {
      config: { scope: 'webhooks.read', allHomes: true },
      schema: {
        ...documented,
        operationId: 'listWebhookEndpoints',
        summary: 'List webhook endpoints',
        description: `Latest first. Endpoints of support and administrators cover all homes. A failing endpoint has
          the time since which no delivery has succeeded. Keys and members limited to some homes are refused.`,
        querystring: pageQuery,
        response: { 200: endpointPage, ...failures(400, 401, 403) },
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
      config: { audits: ['webhook_endpoint.created'] },
      schema: {
        ...documented,
        operationId: 'createWebhookEndpoint',
        summary: 'Create a webhook endpoint',
        description: `The address must be public; outside production local addresses work too. Without \`types\` all
          events are sent. Store the \`secret\`: it is shown only once, and verifies deliveries as Standard Webhooks
          1.0.0 specifies. Limit: 20 per account.`,
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
        summary: 'Get a webhook endpoint',
        description: 'The secret is not included; `…/rotate` replaces it.',
        response: { 200: endpointAnswer, ...failures(400, 401, 404) },
      },
    },
    async (request) => envelope(request, await findEndpoint(app.db, identityOf(request), request.params.id)),
  )

  app.patch(
    `${BASE}/:id`,
    {
      onRequest: requireVerified,
      config: { audits: ['webhook_endpoint.changed'] },
      schema: {
        ...one,
        operationId: 'updateWebhookEndpoint',
        summary: 'Update, pause or enable a webhook endpoint',
        description: `Absent fields keep their values. \`enabled: false\` pauses the endpoint: missed events are not
          sent later, but can be replayed. \`enabled: true\` resumes it, also after the service has disabled it.`,
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
      config: { audits: ['webhook_endpoint.deleted'] },
      schema: {
        ...one,
        operationId: 'deleteWebhookEndpoint',
        summary: 'Delete a webhook endpoint',
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
      config: { audits: ['webhook_endpoint.changed'] },
      schema: {
        ...one,
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the secret of a webhook endpoint',
        description: `For 24 hours deliveries are signed with both secrets, so that receivers can switch at any time.`,
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
      config: { silent: true },
      schema: {
        ...one,
        operationId: 'testWebhookEndpoint',
        summary: 'Send a test event to a webhook endpoint',
        description: `Sends \`endpoint.tested\` once, within ten seconds, also to a disabled endpoint. Returns the
          delivery with the first 2 kB of the response.`,
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
        summary: 'List the deliveries of a webhook endpoint, latest first',
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
      config: { silent: true },
      schema: {
        ...documented,
        params: deliveryParams,
        operationId: 'replayWebhookDelivery',
        summary: 'Replay a finished delivery with the same id',
        description:
          'Keeps the `webhook-id` and starts all attempts again. Returns 404 while the delivery is still waiting.',
        'x-message': 'updated',
        response: { 200: doneSchema, ...failures(400, 401, 403, 404, 'notVerified', 'endpointDisabled') },
      },
    },
    async (request) => {
      const { id, delivery_id } = request.params
      await sendAgain(app, identityOf(request), id, delivery_id)
      app.wakeUps.wake([DELIVERIES])
      return done(request)
    },
  )

  app.post(
    `${BASE}/:id/replay`,
    {
      onRequest: requireVerified,
      config: { silent: true },
      schema: {
        ...one,
        operationId: 'replayWebhookEvents',
        summary: 'Replay a range of events',
        description: `\`after\` and \`until\` are cursors of \`GET /events\`; at most ten thousand events, filtered by
          the types of the endpoint. Events keep their ids.`,
        body: replayRequest,
        response: {
          200: replayAnswer,
          ...failures(400, 401, 403, 404, 'notVerified', 'endpointDisabled', 'cursorLost'),
        },
      },
    },
    async (request) => {
      const { made } = await replay(app, identityOf(request), request.params.id, request.body)
      app.wakeUps.wake([DELIVERIES])
      return envelope(request, { deliveries: made })
    },
  )
}
