import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf, requireVerified } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import { readForm } from '../../platform/storage/forms.ts'
import { changeCompany, deleteCompany, findCompany } from './company.ts'
import { company, companyChange } from './schemas.ts'

/** The company of an account (docs/company.md). */
export const companyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const config = { scope: 'company.write', people: true, allHomes: true } as const
  const documented = { tags: ['accounts'], security: BEARER, 'x-demo-account': 'owner' as const }
  const readCompanyForm = readForm('logo')

  app.get(
    '/company',
    {
      config,
      schema: {
        ...documented,
        operationId: 'getCompany',
        summary: 'Get my company',
        description: 'null until it has a name: mails and pages then have the name of the installation.',
        response: { 200: envelopeSchema(company.nullable()), ...failures(401, 403) },
      },
    },
    async (request) => envelope(request, (await findCompany(app, app.db, identityOf(request).userId)) ?? null),
  )

  app.put(
    '/company',
    merged(perMinute(60), {
      onRequest: requireVerified,
      preValidation: async (request) => {
        if (request.isMultipart()) await readCompanyForm(request)
      },
      config: { ...config, audits: ['company.changed'], events: ['property.updated'] },
      schema: {
        ...documented,
        operationId: 'updateCompany',
        summary: 'Give my company a name, a logo and a colour',
        description: `It signs what guests read: mails, the page of their stay, pages of payment, documents. Send all fields, as JSON, or
          as a form with \`logo\`; what is missing is emptied, but the logo, which \`null\` removes. White text on \`colour\` must have a
          contrast of 4.5 : 1. Mails to an address that is not proved to be the guest’s name no company.`,
        'x-message': 'updated',
        consumes: ['application/json', 'multipart/form-data'],
        body: companyChange,
        response: { 200: envelopeSchema(company), ...failures(400, 401, 403, 404, 413, 415, 507, 'notVerified') },
      },
    }),
    async (request) => envelope(request, await changeCompany(app, identityOf(request).userId, request.body)),
  )

  app.delete(
    '/company',
    merged(perMinute(60), {
      config: { ...config, audits: ['company.changed'], events: ['property.updated'] },
      schema: {
        ...documented,
        operationId: 'deleteCompany',
        summary: 'Delete the name of my company',
        description: 'Guests read the name of the installation again. Documents keep what they were issued with.',
        'x-message': 'deleted',
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    }),
    async (request) => {
      await deleteCompany(app, identityOf(request).userId)
      return done(request)
    },
  )
}
