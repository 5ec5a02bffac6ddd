import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { lockManaged } from '../../homes/properties/write.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf, isStaff, requireVerified, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema } from '../../platform/http/pages.ts'
import { openToMembers } from '../../platform/http/scopes.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import { WEBHOOK } from '../../reference/examples/demo.ts'
import {
  homeParams,
  newSubscription,
  subscriptionChanges,
  subscriptionList,
  subscriptionParams,
  subscriptionSchema,
  subscriptionWithSecret,
  testRequest,
  testResult,
  webhookParams,
} from './schemas.ts'
import { createSubscription, deleteSubscription, listOfHome, show, updateSubscription } from './subscriptions.ts'
import { deliverTest } from './test-delivery.ts'

const TESTS_PER_MINUTE = 10

/** Subscriptions of homes to a channel manager (docs/design/channels.md, "Operations"). */
export const subscriptionRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  app.addHook('onRequest', app.authenticate)
  openToMembers(app, 'channels.write')
  const documented = { tags: ['channels'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    '/webhook/list',
    {
      schema: {
        ...documented,
        operationId: 'listWebhooks',
        summary: 'List the channel subscriptions of my homes',
        description: `Owners see the subscriptions of their homes, staff see all. Values of \`headers\` and
          \`request_params\` are hidden, and the secret is never shown again.`,
        querystring: subscriptionList,
        response: { 200: pagedSchema(subscriptionSchema), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { property_id, is_active } = request.query
      await app.checkListedHome(identity, property_id)
      const who = { user_id: identity.userId, is_staff: isStaff(identity), property_id, is_active }
      return listPage(
        request,
        request.query,
        (page) => queries.channelManager.list(app.db, { ...who, ...page }),
        (row) => show(row),
      )
    },
  )

  app.get(
    '/webhook/:propertyUuid/show',
    {
      config: { may: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'listWebhooksOfHome',
        summary: 'List the channel subscriptions of a home',
        description: `For the owner and the staff. \`registration\` is the state of the webhook at the channel
          manager, \`last_delivery_status\` the status code of the last test delivery.`,
        params: homeParams,
        response: { 200: envelopeSchema(z.array(subscriptionSchema)), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { propertyUuid } = request.params
      const rows = await transaction(app.db, async (tx) => {
        await lockManaged(app, tx, identityOf(request), propertyUuid)
        return listOfHome(tx, propertyUuid)
      })
      return envelope(request, rows.map(show))
    },
  )

  app.post(
    '/webhook/:propertyUuid/create',
    {
      onRequest: requireVerified,
      config: { silent: true, may: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'createWebhook',
        summary: 'Create a channel subscription for a home',
        description: `For owners with a verified address, and staff; at most ten per home. Store the \`secret\`: it is
          shown only once. The callback defaults to the inbox of this service. With \`remote_property_id\`,
          \`room_type_id\` and \`rate_plan_id\` the home is mapped: the account can name properties assigned to it
          (\`GET /channel-properties\`) with their rooms and rates, others are 404. Jobs then register the webhook, send
          the calendar and read the bookings that channels have sold already.`,
        'x-message': 'created',
        params: homeParams,
        body: newSubscription.meta({
          example: { provider: 'channex', event_mask: '*', headers: { 'x-team': 'marseille' } },
        }),
        response: {
          201: envelopeSchema(subscriptionWithSecret),
          ...failures(
            400,
            401,
            403,
            404,
            'notVerified',
            'limitReached',
            'mappingTaken',
            'propertyAssigned',
            'tooManySubscriptions',
          ),
        },
      },
    },
    async (request, reply) => {
      const created = await createSubscription(app, identityOf(request), request.params.propertyUuid, request.body)
      return reply.code(201).header('cache-control', 'no-store').send(envelope(request, created))
    },
  )

  app.put(
    '/webhook/:webhookUuid/:propertyUuid/update',
    {
      onRequest: requireVerified,
      config: { silent: true, may: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'updateWebhook',
        summary: 'Update a channel subscription, or rotate its secret',
        description: `For the owner and the staff. The mapping is limited as in \`createWebhook\`. \`headers\` and \`request_params\`
          are replaced as a whole. \`rotate_secret\` returns a new \`secret\`; the old one stays valid for 24 hours. A
          job updates the channel manager.`,
        'x-message': 'updated',
        params: subscriptionParams,
        body: subscriptionChanges.meta({ example: { rotate_secret: true } }),
        response: {
          200: envelopeSchema(subscriptionWithSecret),
          ...failures(400, 401, 403, 404, 'conflict', 'mappingTaken', 'propertyAssigned'),
        },
      },
    },
    async (request, reply) => {
      const { webhookUuid: webhook_id, propertyUuid: property_id } = request.params
      const ids = { webhook_id, property_id }
      const updated = await updateSubscription(app, identityOf(request), ids, request.body)
      return reply.header('cache-control', 'no-store').send(envelope(request, updated))
    },
  )

  app.delete(
    '/webhook/:webhookUuid/delete',
    {
      config: { silent: true, may: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'deleteWebhook',
        summary: 'Delete a channel subscription',
        description: `For the owner and the staff. The secret stops working. Received events and bookings are kept,
          and a job deletes the webhook at the channel manager.`,
        'x-message': 'deleted',
        params: webhookParams,
        response: { 200: doneSchema, ...failures(401, 404) },
      },
    },
    async (request) => {
      await deleteSubscription(app, identityOf(request), request.params.webhookUuid)
      return done(request)
    },
  )

  app.post(
    '/webhook/:propertyUuid/create-test',
    merged(perMinute(TESTS_PER_MINUTE), {
      config: { silent: true, may: ['owner', ...STAFF] },
      schema: {
        ...documented,
        operationId: 'testWebhook',
        summary: 'Send a signed test event to the callback of a channel subscription',
        description: `For the owner and the staff, at most ten a minute. Waits for the callback and returns its
          response. \`status_code\` is null if it could not be reached, with the reason in \`error\`. Private
          addresses are refused. The event type is \`test\`, which the inbox of this service stores and ignores.`,
        params: homeParams,
        body: testRequest.meta({ example: { webhook_id: WEBHOOK } }),
        response: {
          200: envelopeSchema(
            testResult.meta({
              example: {
                webhook_id: WEBHOOK,
                status_code: 200,
                duration_ms: 84,
                error: null,
              },
            }),
          ),
          ...failures(400, 401, 403, 404),
        },
      },
    }),
    async (request) => {
      const { propertyUuid } = request.params
      await transaction(app.db, (tx) => lockManaged(app, tx, identityOf(request), propertyUuid))
      return envelope(request, await deliverTest(app, propertyUuid, request.body.webhook_id))
    },
  )
}
