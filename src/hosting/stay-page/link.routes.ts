import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reservationParams } from '../../bookings/settlement/schemas.ts'
import type { Parties } from '../../bookings/states/notices.ts'
import { findForCompany } from '../../bookings/states/parties.ts'
import { EARLIER_SCOPES, grantFor, type Linked, stayLink, travelLink } from '../../bookings/states/stay-link.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, identityOf } from '../../platform/http/identity.ts'
import { missingScope, scopeMissing } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { links } from './schemas.ts'

/** Links of a stay, for its guest and its company. */
export const stayLinkRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = {
    tags: ['reservations'],
    security: BEARER,
    'x-demo-account': 'owner' as const,
    params: reservationParams,
  }
  /** @throws AppError 403 for callers without a scope that all links have while nodes of 0.2 serve. */
  const show = (identity: Identity, stay: Linked, { guest_id }: Pick<Parties, 'guest_id'>) => {
    const missing = stay.has_grants ? undefined : missingScope(identity, EARLIER_SCOPES)
    if (missing) throw scopeMissing(missing)
    const grant = grantFor(identity, guest_id === identity.userId ? 'guest' : 'company')
    return { url: stayLink(app, stay, grant), travel_url: travelLink(app, stay, grant), scopes: [...grant.scopes] }
  }

  app.get(
    '/reservations/:id/link',
    {
      config: { may: ['guest', 'owner'], scope: 'reservations.read' },
      schema: {
        ...documented,
        operationId: 'getStayLink',
        summary: 'Get the link of a stay',
        description: `For the guest, and for the company to send by hand, for example to the guest of a channel. It opens what
          the caller may read and do: a key or member with fewer scopes gets a narrower link. What comes by the link of a company is marked
          (\`by_company_link\`).`,
        response: { 200: envelopeSchema(links), ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      const { id: reservation_id } = request.params
      const identity = identityOf(request)
      const parties = await findForCompany(app.db, identity, reservation_id, 'any')
      const stay = await queries.states.findLink(app.db, { reservation_id })
      if (!stay) throw new AppError('notFound')
      return envelope(request, show(identity, stay, parties))
    },
  )

  app.post(
    '/reservations/:id/link',
    {
      config: {
        may: ['guest', 'owner'],
        scope: ['reservations.read', 'reservations.write'],
        audits: ['reservation.link'],
      },
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
      const identity = identityOf(request)
      const renewed = await transaction(app.db, async (tx) => {
        const parties = await findForCompany(tx, identity, reservation_id, 'any')
        const stay = await queries.states.renewLink(tx, { reservation_id })
        if (!stay) throw new AppError('notFound')
        return show(identity, stay, parties)
      })
      return envelope(request, renewed)
    },
  )
}
