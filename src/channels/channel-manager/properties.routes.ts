import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf, isStaff, requireRole, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema, pageQuery } from '../../platform/http/pages.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { assignProperty, withdrawProperty } from './properties.ts'
import { channelProperty, newChannelProperty, propertyParams } from './schemas.ts'

/** Properties of the channel manager that accounts may map their homes to (docs/design/channels.md, "Who maps a home"). */
export const channelPropertyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['channels'], security: BEARER }
  const byStaff = { onRequest: requireRole(...STAFF) }

  app.get(
    '/channel-properties',
    {
      config: { scope: 'channels.write', people: true, allHomes: true },
      schema: {
        ...documented,
        operationId: 'listChannelProperties',
        summary: 'List the properties of the channel manager assigned to my account',
        description: `Newest first; staff see those of all accounts. An account can map its homes to these properties
          only. \`property_ids\` lists the homes mapped to each.`,
        'x-demo-account': 'owner',
        querystring: pageQuery,
        response: { 200: pagedSchema(channelProperty), ...failures(400, 401, 403) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const who = { user_id: identity.userId, is_staff: isStaff(identity), remote_property_id: undefined }
      return listPage(
        request,
        request.query,
        (page) => queries.channelManager.listProperties(app.db, { ...who, ...page }),
        ({ total: _, ...row }) => row,
      )
    },
  )

  app.post(
    '/channel-properties',
    merged(byStaff, {
      config: { may: STAFF, audits: ['channel_property.created'] },
      schema: {
        ...documented,
        operationId: 'assignChannelProperty',
        summary: 'Assign a property of the channel manager to an account',
        description: `For staff. The account and managers of its team can then map homes to the property themselves. A
          property belongs to one account, else 409 \`property_assigned\`. Assigning it again changes nothing.`,
        'x-message': 'created',
        'x-demo-account': 'support',
        body: newChannelProperty,
        response: { 201: envelopeSchema(channelProperty), ...failures(400, 401, 403, 'propertyAssigned') },
      },
    }),
    async (request, reply) => reply.code(201).send(envelope(request, await assignProperty(app, request.body))),
  )

  app.delete(
    '/channel-properties/:remote_property_id',
    merged(byStaff, {
      config: { may: STAFF, audits: ['channel_property.deleted'] },
      schema: {
        ...documented,
        operationId: 'withdrawChannelProperty',
        summary: 'Withdraw a property of the channel manager from its account',
        description: 'For staff. While homes are mapped to it, the response is 409 `property_mapped`.',
        'x-message': 'deleted',
        'x-demo-account': 'support',
        params: propertyParams,
        response: { 200: doneSchema, ...failures(401, 403, 404, 'propertyMapped') },
      },
    }),
    async (request) => {
      await withdrawProperty(app, request.params.remote_property_id)
      return done(request)
    },
  )
}
