import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LONG_BODY_BYTES } from '../../platform/http/bodies.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { homeId } from '../../platform/http/fields.ts'
import { identityOf, requireVerified, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { LIVE_READ } from '../../platform/http/revalidation.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { changeOfCompany, changeOfHome, findOfCompany, showOfHome } from './contracts.ts'
import { contractChange, contractQuery, presentContract } from './schemas.ts'

const params = z.object({ id: homeId })

/** Contracts of companies and homes (docs/design/domain.md, "Contract"). */
export const contractRoutes: FastifyPluginAsyncZod = async (app) => {
  const ofCompany = { scope: 'company.write', people: true, allHomes: true } as const
  const documented = { 'x-demo-account': 'owner' as const }

  app.get(
    '/company/contract',
    {
      onRequest: app.authenticate,
      config: ofCompany,
      schema: {
        ...documented,
        tags: ['accounts'],
        security: BEARER,
        operationId: 'getCompanyContract',
        summary: 'Get the contract of my company',
        description: `null: there is none. \`version\` returns an earlier one, of the company or of a home, as long as a stay names it.`,
        querystring: contractQuery,
        response: { 200: envelopeSchema(presentContract), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) =>
      envelope(request, await findOfCompany(app.db, identityOf(request).userId, request.query.version)),
  )

  app.put(
    '/company/contract',
    {
      onRequest: [app.authenticate, requireVerified],
      bodyLimit: LONG_BODY_BYTES,
      config: { ...ofCompany, audits: ['contract.changed'] },
      schema: {
        ...documented,
        tags: ['accounts'],
        security: BEARER,
        operationId: 'updateCompanyContract',
        summary: 'Write the contract of my company',
        description: `Guests without an account read and accept it on the page of their first payment. Another text is another version; stays keep the one
          that was accepted. Without texts nothing is asked. In one language, all guests read that one.`,
        'x-message': 'updated',
        body: contractChange,
        response: { 200: envelopeSchema(presentContract), ...failures(400, 401, 403, 'notVerified') },
      },
    },
    async (request) => {
      const { userId } = identityOf(request)
      await changeOfCompany(app, userId, request.body.texts)
      return envelope(request, await findOfCompany(app.db, userId))
    },
  )

  app.get(
    '/properties/:id/contract',
    merged(LIVE_READ, {
      onRequest: app.identifyIfAny,
      config: { may: ['owner', ...STAFF], scope: 'properties.read', publishable: true },
      schema: {
        ...documented,
        tags: ['properties'],
        security: OPTIONAL_BEARER,
        operationId: 'getContract',
        summary: 'Get the contract of a home',
        description: `Public, for websites that show it before they book. The home’s own, or else that of its company; null: there is none.`,
        params,
        response: { 200: envelopeSchema(presentContract), ...failures(400, 401, 404) },
      },
    }),
    async (request) => envelope(request, await showOfHome(app, request.identity, request.params.id)),
  )

  app.put(
    '/properties/:id/contract',
    {
      onRequest: app.authenticate,
      bodyLimit: LONG_BODY_BYTES,
      config: { may: ['owner', 'admin'], sees: ['support'], scope: 'properties.write', audits: ['contract.changed'] },
      schema: {
        ...documented,
        tags: ['properties'],
        security: BEARER,
        operationId: 'updateContract',
        summary: 'Write a contract for a home',
        description: `In place of the company’s. Without texts the home has that of the company again; the answer is what is in force.`,
        'x-message': 'updated',
        params,
        body: contractChange,
        response: { 200: envelopeSchema(presentContract), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) =>
      envelope(request, await changeOfHome(app, identityOf(request), request.params.id, request.body.texts)),
  )
}
