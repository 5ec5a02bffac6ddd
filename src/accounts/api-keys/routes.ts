import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import { identityOf, requireFreshSignIn } from '../../platform/http/identity.ts'
import { listPage, pageQuery } from '../../platform/http/pages.ts'
import { openToMembers } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { changeKey, createKey, deleteKey, showKey } from './keys.ts'
import { keyAnswer, keyChange, keyPage, keyParams, newKey, secretAnswer } from './schemas.ts'

const BASE = '/api-keys'

/** Keys of programs (docs/design/accounts.md, "API keys"). */
export const apiKeyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  openToMembers(app, 'keys.write')
  const documented = { tags: ['events'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    BASE,
    {
      schema: {
        ...documented,
        operationId: 'listApiKeys',
        summary: 'List my API keys, latest first',
        description: 'Includes expired keys. Full keys are never shown.',
        querystring: pageQuery,
        response: { 200: keyPage, ...failures(400, 401) },
      },
    },
    async (request) => {
      const user_id = identityOf(request).userId
      return listPage(
        request,
        request.query,
        (page) => queries.apiKeys.list(app.db, { user_id, id: undefined, ...page }),
        (row) => showKey(row),
      )
    },
  )

  app.post(
    BASE,
    {
      onRequest: requireFreshSignIn,
      config: { audits: ['api_key.created'] },
      schema: {
        ...documented,
        operationId: 'createApiKey',
        summary: 'Create an API key',
        description: `Covers homes of the account; keys of support and administrators cover any home. A secret key is
          limited by its scopes; a publishable key searches and prices homes. Without \`property_ids\` it covers all
          homes, including future ones. The key is shown once, and the owner gets a mail. Limit: 50 per account.
          Requires a sign-in within the last ten minutes, else 403 \`sign_in_again\`; a refreshed token does not
          count. Pages on the \`origins\` of a publishable key can also sign guests in, hold stays, verify payments
          and read texts. The checkout can return to them for homes of the key.`,
        'x-message': 'created',
        body: newKey,
        response: { 201: secretAnswer, ...failures(400, 401, 403, 'notVerified', 'signInAgain', 'limitReached') },
      },
    },
    async (request, reply) => {
      const created = await createKey(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, created))
    },
  )

  app.patch(
    `${BASE}/:id`,
    {
      onRequest: requireFreshSignIn,
      config: { audits: ['api_key.changed'] },
      schema: {
        ...documented,
        operationId: 'updateApiKey',
        summary: 'Update an API key, or remove scopes from it',
        description:
          'Absent fields keep their values. Adding a scope returns 400. New origins apply from the next request. Requires a sign-in within the last ten minutes.',
        'x-message': 'updated',
        params: keyParams,
        body: keyChange,
        response: { 200: keyAnswer, ...failures(400, 401, 403, 404, 'signInAgain') },
      },
    },
    async (request) => {
      const changed = await changeKey(app, identityOf(request), request.params.id, request.body)
      return envelope(request, changed)
    },
  )

  app.delete(
    `${BASE}/:id`,
    {
      config: { audits: ['api_key.deleted'] },
      schema: {
        ...documented,
        operationId: 'deleteApiKey',
        summary: 'Delete an API key',
        description:
          'The next request with the key returns 401. Returns 404 for keys of other accounts and deleted keys.',
        'x-message': 'deleted',
        params: keyParams,
        response: { 200: doneSchema, ...failures(401, 404) },
      },
    },
    async (request) => {
      await deleteKey(app, identityOf(request), request.params.id)
      return done(request)
    },
  )
}
