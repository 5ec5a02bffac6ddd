import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { findDesk } from './desk.ts'
import { desk, deskQuery } from './schemas.ts'

/** The day of a company (docs/design/domain.md, "Lists of the day"). */
export const deskRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/desk',
    {
      onRequest: app.authenticate,
      config: { scope: 'reservations.read' },
      schema: {
        tags: ['reservations'],
        operationId: 'getDesk',
        summary: 'Get what needs attention, with arrivals and departures',
        description: `For owners, their teams and keys: the start of a working day in one call, urgent parts first. Each list has its
          first 100 rows and the total. Parts that need another scope are null without it, and \`contact\` is null
          without \`guests.read\`. Without \`day\`, arrivals and departures are those of today at each home.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: deskQuery,
        response: { 200: envelopeSchema(desk), ...failures(400, 401, 403) },
      },
    },
    async (request) => envelope(request, await findDesk(app, identityOf(request), request.query.day)),
  )
}
