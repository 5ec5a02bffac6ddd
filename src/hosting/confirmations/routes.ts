import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { findForParty } from '../../bookings/states/parties.ts'
import { earlierLink, FIRST_VERSION } from '../../bookings/states/stay-link.ts'
import { queries } from '../../platform/db/queries.ts'
import { failures, page, redirect } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { integerId } from '../../platform/http/fields.ts'
import { asPage } from '../../platform/http/html.ts'
import { STAFF } from '../../platform/http/identity.ts'
import { isSigned, type Secrets } from '../../platform/lib/signature.ts'
import { OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { refuseWithPages } from '../../platform/plugins/form-pages.ts'
import { confirmationPage } from './confirmation.ts'

const documented = { tags: ['reservations'] }
const confirmation = { description: 'The page', content: page }

const PURPOSE = 'confirmations of reservations'

/** The reservation of a key from before there were links of stays; undefined for any other text. Pure. */
function reservationOfKey(config: Secrets, key: string): number | undefined {
  const [id = '', signature = ''] = key.split('.')
  return /^[1-9]\d{0,15}$/.test(id) && isSigned(config, PURPOSE, id, signature) ? Number(id) : undefined
}

/** Pages of reservations that need no checkout, where there is no front end. */
export const confirmationRoutes: FastifyPluginAsyncZod = async (app) => {
  refuseWithPages(app)

  app.get(
    '/confirmations/:key',
    {
      config: { takesMore: true, secretParams: ['key'] },
      schema: {
        ...documented,
        operationId: 'showConfirmation',
        summary: 'Follow an earlier link of a stay',
        description: `Redirects (303) links of mails from before \`GET /stay/{key}\` there, until the link of the stay is renewed.`,
        params: z.object({
          key: z
            .string()
            .describe('Secret of the confirmation')
            .meta({ example: '1.Vq0d3yJ5m2uQ1fWc7n8bXk9LrT4aZs6PoEhGiYjMlRw' }),
        }),
        response: { 303: redirect, ...failures(404) },
      },
    },
    async (request, reply) => {
      const reservation_id = reservationOfKey(app.config, request.params.key)
      const stay = reservation_id && (await queries.states.findLink(app.db, { reservation_id }))
      if (!stay || stay.link_version !== FIRST_VERSION) throw new AppError('notFound')
      return reply.redirect(earlierLink(app, stay), 303)
    },
  )

  app.get(
    '/reservations/:id/confirmation',
    {
      onRequest: app.identifyIfAny,
      config: { may: ['guest', 'owner', ...STAFF], scope: 'reservations.read', people: true },
      schema: {
        ...documented,
        operationId: 'showReservationConfirmation',
        summary: 'Show the confirmation page of a reservation',
        description: `HTML in the language of the request, for the guest, the owner and staff. Returns 404 for
          everyone else, with and without a token.`,
        security: OPTIONAL_BEARER,
        'x-demo-account': 'guest',
        params: z.object({ id: integerId.describe('Id of the reservation') }),
        response: { 200: confirmation, ...failures(403, 404) },
      },
    },
    async (request, reply) => {
      const { identity, params, locale } = request
      const stay = await queries.confirmations.find(app.db, { reservation_id: params.id })
      if (!stay || !identity) throw new AppError('notFound')
      await findForParty(app.db, identity, stay.id, 'any')
      const brand = await app.brandOf(app.db, stay.owner_id)
      return asPage(reply).send(confirmationPage(stay, locale, brand))
    },
  )
}
