import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { reservationParams } from '../settlement/schemas.ts'
import { findForCompany } from '../stays/parties.ts'
import { LINK_SCOPES, type Linked, stayLink, travelLink } from '../stays/stay-link.ts'
import { links } from './schemas.ts'

/** Links of a stay, for its guest and its company. */
export const stayLinkRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const config = { scope: LINK_SCOPES }
  const documented = {
    tags: ['reservations'],
    security: BEARER,
    'x-demo-account': 'owner' as const,
    params: reservationParams,
  }
  const show = (stay: Linked) => ({ url: stayLink(app, stay), travel_url: travelLink(app, stay) })

  app.get(
    '/reservations/:id/link',
    {
      config,
      schema: {
        ...documented,
        operationId: 'getStayLink',
        summary: 'Get the link of a stay',
        description: `For the guest, and for the company to send by hand, for example to the guest of a channel. Anyone with the link sees what
          the guest sees.`,
        response: { 200: envelopeSchema(links), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: reservation_id } = request.params
      await findForCompany(app.db, identityOf(request), reservation_id, 'any')
      const stay = await queries.stays.findLink(app.db, { reservation_id })
      if (!stay) throw new AppError('notFound')
      return envelope(request, show(stay))
    },
  )

  app.post(
    '/reservations/:id/link',
    {
      config: { ...config, audits: ['reservation.link'] },
      schema: {
        ...documented,
        operationId: 'renewStayLink',
        summary: 'Renew the link of a stay',
        description:
          'For the guest and the company. Both earlier links return 404 at once, and that of the confirmation page too.',
        'x-message': 'updated',
        response: { 200: envelopeSchema(links), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: reservation_id } = request.params
      const stay = await transaction(app.db, async (tx) => {
        await findForCompany(tx, identityOf(request), reservation_id, 'any')
        return queries.stays.renewLink(tx, { reservation_id })
      })
      if (!stay) throw new AppError('notFound')
      return envelope(request, show(stay))
    },
  )
}
