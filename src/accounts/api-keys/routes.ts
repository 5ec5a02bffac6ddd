import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, failures } from '../../platform/http/envelope.ts'
import { listPage, pageQuery } from '../../platform/http/pages.ts'
import { identityOf, requireFreshSignIn } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { changeKey, createKey, deleteKey, showKey } from './keys.ts'
import { keyAnswer, keyChange, keyPage, keyParams, newKey, secretAnswer } from './schemas.ts'

const BASE = '/api-keys'

/** Keys of programs (docs/design/accounts.md, "API keys"). */
export const apiKeyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['events'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    BASE,
    {
      schema: {
        ...documented,
        operationId: 'listApiKeys',
        summary: 'My keys, the latest first',
        description: 'The latest first, those that have expired among them. None is shown whole.',
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
      schema: {
        ...documented,
        operationId: 'createApiKey',
        summary: 'A key for a program, within ten minutes of a sign-in; it is shown once',
        description: `For homes of the account, those of support and administrators for any. A secret key does what its scopes
          name, a publishable one searches and prices homes. Without \`property_ids\` it is for all homes, also those to come. The
          owner gets a mail. 50 an account. Within ten minutes of a sign-in: 403 \`sign_in_again\` later, and a refreshed token is
          no sign-in. Pages of the \`origins\` of a publishable key also sign guests in, hold stays, verify payments and read
          texts, and the checkout may send guests back to them for homes of the key.`,
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
      schema: {
        ...documented,
        operationId: 'updateApiKey',
        summary: 'Change the name or the origins of a key, or take scopes from it, within ten minutes of a sign-in',
        description: 'What is absent stays. A scope is never added: 400. New origins count from the next request on.',
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
      schema: {
        ...documented,
        operationId: 'deleteApiKey',
        summary: 'End a key; from then on it is refused',
        description: 'The next request with it is 401. 404 for one of somebody else, and the second time.',
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
