import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { erasure } from '../../accounts/users/schemas.ts'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { oneRequestAtATime } from '../../platform/http/turns.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { ADDRESS, CAMILLE, FREE, HOME, PAYMENT, STAY } from '../../reference/examples/demo.ts'
import { eraseAccount } from './erase.ts'

/** Rights of a person to their own data (docs/design/api.md, "Accounts"). */
export const privacyRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['accounts'], security: BEARER }

  app.delete(
    '/user',
    {
      config: { events: ['reservation.cancelled', 'reservation.declined'] },
      schema: {
        ...documented,
        operationId: 'deleteAccount',
        summary: 'Erase my account, keeping anonymised accounting records',
        description: `Needs \`current_password\`, unless the account has none. Names, addresses, pictures, cards and
          notifications are deleted permanently; stays and payments are kept without a name. Returns 409 while the
          person has current or upcoming stays, as guest or owner. Open inquiries are closed.`,
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
      // A document of many stays takes long.
      onRequest: oneRequestAtATime(),
      schema: {
        ...documented,
        operationId: 'exportAccount',
        summary: 'Export my personal data',
        description: `One JSON document as a download: profile, settings, stays, payments, messages, reviews, homes
          and more, as guest and as owner. It has no secrets and no data of other people. Files are listed by address;
          download them with the token. One at a time; a second one is 429.`,
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
          ...failures(401, 429),
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
