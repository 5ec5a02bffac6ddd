import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { perMinute } from '../../platform/plugins/security.ts'
import { currenciesOf, occupancyOf } from './figures.ts'
import { figures, figuresQuery } from './schemas.ts'

/** Days of the occupancy to come. */
const DAYS = 90

/** Figures of a company's homes (docs/design/domain.md, "Figures"). */
export const figuresRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/figures',
    merged(perMinute(30), {
      onRequest: app.authenticate,
      config: { scope: 'payments.read' },
      schema: {
        tags: ['reservations'],
        operationId: 'getFigures',
        summary: 'Get occupancy, revenue by month, and the share of channels',
        description: `For owners, their teams and keys. A stay counts in the month of its departure, as in every report. Revenue is the
          price of stays that are confirmed, have taken place or did not come, without tourist tax and before commissions; it is not what was
          paid. \`nights_offered\` are those of homes from the day that they were made to the day that they left the market.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: figuresQuery,
        response: { 200: envelopeSchema(figures), ...failures(400, 401, 403) },
      },
    }),
    async (request) => {
      const identity = identityOf(request)
      const { year = new Date().getUTCFullYear() } = request.query
      const homes = { user_id: identity.userId, homes: homesOf(identity) }
      const span = { ...homes, from: `${year - 1}-01-01`, to: `${year + 1}-01-01` }
      const sold = await queries.figures.listSold(app.db, span)
      const offered = await queries.figures.listOffered(app.db, span)
      const weeks = await queries.figures.listTaken(app.db, { ...homes, days: DAYS })
      return envelope(request, {
        year,
        next_days: occupancyOf(weeks, DAYS),
        currencies: currenciesOf(sold, offered, year),
      })
    },
  )
}
