import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { erasure } from '../../accounts/users/schemas.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { ADDRESS, CAMILLE, FREE, HOME, PAYMENT, STAY } from '../../platform/openapi/demo.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { eraseAccount } from './erase.ts'

/** What a person may ask of everything that is kept of them (docs/design/api.md, "Accounts"). */
export const privacyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['accounts'], security: BEARER }

  app.delete(
    '/user',
    {
      schema: {
        ...documented,
        operationId: 'deleteAccount',
        summary: 'Erase my account; what accounting needs stays, without a name',
        description: `Needs \`current_password\`, unless the account has none. Names, addresses, pictures, cards and notifications
          are deleted at once and for good; stays and payments stay without a name. Refused with 409 while the person has stays,
          as guest or owner, that are current or to come; open inquiries are closed.`,
        'x-message': 'deleted',
        body: erasure,
        response: { 200: doneSchema, ...failures(400, 401, 'owesStays') },
      },
    },
    async (request) => {
      await eraseAccount(app, identityOf(request), request.body.current_password)
      return done(request)
    },
  )

  app.get(
    '/user/export',
    {
      schema: {
        ...documented,
        operationId: 'exportAccount',
        summary: 'What the service keeps of me, as a guest and as an owner, without secrets and what is of others',
        description: `One JSON document, sent as a download: profile, settings, stays, payments, messages, reviews, homes and the
          rest. Files are named in it and read by their addresses with the token.`,
        response: {
          200: envelopeSchema(
            z.record(z.string(), z.unknown()).meta({
              example: {
                profile: {
                  id: CAMILLE,
                  username: 'camille',
                  first_name: 'Camille',
                  last_name: 'Durand',
                  email: ADDRESS,
                },
                settings: { email_notifications: true, push_notifications: true, marketing_emails: false },
                reservations: [{ id: STAY, property_id: HOME, ...FREE, status: 'confirmed' }],
                payments: [{ id: PAYMENT, reservation_id: STAY, status: 'paid', amount_cents: 12326, currency: 'EUR' }],
              },
            }),
          ),
          ...failures(401),
        },
      },
    },
    async (request, reply) => {
      const user_id = identityOf(request).userId
      const [row, settings] = await Promise.all([
        queries.privacy.export(app.db, { user_id }),
        queries.notifications.findSettings(app.db, { user_id }),
      ])
      reply.header('content-disposition', 'attachment; filename="sejour.json"')
      return envelope(request, { ...z.record(z.string(), z.unknown()).parse(row?.document), settings })
    },
  )
}
