import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { LARGE_BODY_BYTES } from '../../platform/http/bodies.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { requireRole } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema } from '../../platform/http/pages.ts'
import { LIVE_READ } from '../../platform/http/revalidation.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { newPolicy, policy, policyChanges, policyList, policyParams, typeParams } from './schemas.ts'

const tags = ['policies']

/** Policies: public to read; administrators write them (docs/design/domain.md, "Records"). */
export const policyRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  const onlyAdmin = { onRequest: [app.authenticate, requireRole('admin')] }
  const isAdmin = (request: { identity: { role: string } | null }) => request.identity?.role === 'admin'

  app.get(
    '/policies/index',
    merged(LIVE_READ, {
      onRequest: app.identifyIfAny,
      config: { forPages: true },
      schema: {
        tags,
        operationId: 'listPolicies',
        summary: 'List policies',
        description: `Everyone sees published texts, newest version first, by kind and language. Administrators also
          see drafts and past versions. \`type\`, \`locale\` and \`status\` filter.`,
        security: OPTIONAL_BEARER,
        querystring: policyList,
        response: { 200: pagedSchema(policy), ...failures(400, 401) },
      },
    }),
    async (request) => {
      const { type, locale, status } = request.query
      return listPage(
        request,
        request.query,
        (page) => queries.policies.list(app.db, { type, locale, status, is_admin: isAdmin(request), ...page }),
        (row) => row,
      )
    },
  )

  app.get(
    '/policies/show_policy_by_id/:policy_id',
    merged(LIVE_READ, {
      onRequest: app.identifyIfAny,
      config: { may: ['admin'], forPages: true },
      schema: {
        tags,
        operationId: 'getPolicy',
        'x-audience': ['company', 'guest'],
        summary: 'Get a policy, in force or past',
        description: `Past versions stay readable, because people have accepted them. Drafts return 404 except for
          administrators.`,
        security: OPTIONAL_BEARER,
        params: policyParams,
        response: { 200: envelopeSchema(policy), ...failures(401, 404) },
      },
    }),
    async (request) => {
      const found = await queries.policies.find(app.db, { ...request.params, is_admin: isAdmin(request) })
      if (!found) throw new AppError('notFound')
      return envelope(request, found)
    },
  )

  app.get(
    '/policies/type/:type',
    merged(LIVE_READ, {
      config: { forPages: true },
      schema: {
        tags,
        operationId: 'getCurrentPolicy',
        summary: 'Get the policy of a kind that is in force',
        description: `Returns the version in force, preferably in the language of \`Accept-Language\`, or 404 if there
          is none. Link to this address from a front end, not to a version.`,
        params: typeParams,
        response: { 200: envelopeSchema(policy), ...failures(404) },
      },
    }),
    async (request) => {
      const found = await queries.policies.findCurrent(app.db, { ...request.params, locale: request.locale })
      if (!found) throw new AppError('notFound')
      return envelope(request, found)
    },
  )

  app.post(
    '/policies/store',
    merged(onlyAdmin, {
      bodyLimit: LARGE_BODY_BYTES,
      config: { may: ['admin'], audits: ['policy.created'] },
      schema: {
        tags,
        operationId: 'createPolicy',
        summary: 'Create the next version of a policy',
        description: `For administrators. Only administrators see a draft. A published version replaces the one in
          force, which is archived. If it is mandatory, everyone is asked to accept it again.`,
        'x-message': 'created',
        security: BEARER,
        'x-demo-account': 'admin',
        body: newPolicy.meta({
          example: { type: 'terms', locale: 'fr', title: 'Conditions générales', content: 'Article 1…' },
        }),
        response: { 201: envelopeSchema(policy), ...failures(400, 401, 403) },
      },
    }),
    async (request, reply) => {
      const created = await transaction(app.db, async (tx) => {
        await queries.policies.lockType(tx, request.body)
        if (request.body.status === 'published') await queries.policies.archivePublished(tx, request.body)
        return await queries.policies.insert(tx, request.body)
      })
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.post(
    '/policies/update/:policy_id',
    merged(onlyAdmin, {
      bodyLimit: LARGE_BODY_BYTES,
      config: { may: ['admin'], audits: ['policy.changed', 'policy.created'] },
      schema: {
        tags,
        operationId: 'updatePolicy',
        summary: 'Update a draft policy, or create the next version of a published one',
        description: `For administrators. A draft changes in place and can be published this way. A published text is
          immutable: changing it creates a new version, whose \`id\` is in the response.`,
        'x-message': 'updated',
        security: BEARER,
        'x-demo-account': 'admin',
        params: policyParams,
        body: policyChanges.meta({ example: { content: 'Article 1, revu…', status: 'published' } }),
        response: { 200: envelopeSchema(policy), ...failures(400, 401, 403, 404) },
      },
    }),
    async (request) => {
      const updated = await transaction(app.db, async (tx) => {
        const found = await queries.policies.find(tx, { ...request.params, is_admin: true })
        if (!found) throw new AppError('notFound')
        await queries.policies.lockType(tx, found)
        const before = await queries.policies.lock(tx, request.params)
        if (!before) throw new AppError('notFound')
        const isDraft = before.status === 'draft'
        const status = request.body.status ?? (isDraft ? 'draft' : 'published')
        const text = {
          type: before.type,
          locale: before.locale,
          title: request.body.title ?? before.title,
          content: request.body.content ?? before.content,
          is_mandatory: request.body.is_mandatory ?? before.is_mandatory,
          effective_at: request.body.effective_at,
          status,
        }
        if (status === 'published') await queries.policies.archivePublished(tx, { ...text, except_id: before.id })
        if (!isDraft && status === 'published') await queries.policies.archive(tx, { policy_id: before.id })
        return isDraft
          ? await queries.policies.updateDraft(tx, { ...text, policy_id: before.id })
          : await queries.policies.insert(tx, text)
      })
      return envelope(request, updated)
    },
  )

  app.delete(
    '/policies/delete/:policy_id',
    merged(onlyAdmin, {
      config: { may: ['admin'], audits: ['policy.deleted', 'policy.changed'] },
      schema: {
        tags,
        operationId: 'deletePolicy',
        summary: 'Delete a draft policy, or archive a published one',
        description: `For administrators. A draft is deleted. A published text is archived without a replacement, and
          stays readable by its id.`,
        'x-message': 'deleted',
        security: BEARER,
        'x-demo-account': 'admin',
        params: policyParams,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    }),
    async (request) => {
      const deleted = await transaction(app.db, (tx) => queries.policies.deleteDraft(tx, request.params))
      const archived = deleted ?? (await transaction(app.db, (tx) => queries.policies.archive(tx, request.params)))
      if (!archived) throw new AppError('notFound')
      return done(request)
    },
  )
}
