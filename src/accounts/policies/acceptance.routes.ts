import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { integerId } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { openToPages } from '../../platform/http/scopes.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { acceptance, acceptanceState, policy, typeParams } from './schemas.ts'

/** The policies that the caller has accepted (docs/design/domain.md, "Records"). */
export const acceptanceRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  openToPages(app)
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['policies'], security: BEARER }

  app.get(
    '/user/policies/unaccepted',
    {
      schema: {
        ...documented,
        operationId: 'listUnacceptedPolicies',
        summary: 'List mandatory policies that I have not accepted',
        description: `Call it after each sign-in, show each text, and send \`POST /user/policies/accept/{policyId}\`.
          Texts are in the language of the account if available. The service restricts nothing until acceptance; that
          is up to the front end.`,
        response: { 200: envelopeSchema(z.array(policy)), ...failures(401) },
      },
    },
    async (request) => {
      const { userId, locale } = identityOf(request)
      return envelope(request, await queries.policies.listUnaccepted(app.db, { user_id: userId, locale }))
    },
  )

  app.get(
    '/user/policies/check/:type',
    {
      schema: {
        ...documented,
        operationId: 'checkPolicyAcceptance',
        summary: 'Check whether I have accepted the policy of a kind',
        description: `Returns the version in force and whether this account has accepted it. Earlier versions do not
          count. \`policy_id\` is null while nothing of the kind is in force.`,
        params: typeParams,
        response: { 200: envelopeSchema(acceptanceState), ...failures(401, 404) },
      },
    },
    async (request) => {
      const { userId, locale } = identityOf(request)
      const { type } = request.params
      const current = await queries.policies.findCurrent(app.db, { type, locale })
      const accepted =
        current && (await queries.policies.findAcceptance(app.db, { user_id: userId, policy_id: current.id }))
      return envelope(request, {
        type,
        policy_id: current?.id ?? null,
        version: current?.version ?? null,
        accepted: accepted !== undefined,
      })
    },
  )

  app.post(
    '/user/policies/accept/:policyId',
    {
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'acceptPolicy',
        summary: 'Accept a published policy',
        description: `Stores version, hash, time, address and browser. Accepting twice keeps the first acceptance. Past versions return 409.`,
        'x-message': 'accepted',
        params: z.object({ policyId: integerId.describe('Id of the policy') }),
        response: { 200: envelopeSchema(acceptance), ...failures(401, 404, 'conflict') },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const policy_id = request.params.policyId
      await queries.policies.insertAcceptance(app.db, {
        user_id: userId,
        policy_id,
        ip: request.ip,
        user_agent: request.headers['user-agent']?.slice(0, 500),
      })
      const accepted = await queries.policies.findAcceptance(app.db, { user_id: userId, policy_id })
      if (accepted) return envelope(request, accepted)
      const known = await queries.policies.find(app.db, { policy_id, is_admin: false })
      throw new AppError(known ? 'conflict' : 'notFound')
    },
  )
}
