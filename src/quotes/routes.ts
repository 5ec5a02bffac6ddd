import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import { envelope, envelopeSchema, failures } from '../http.ts'
import { identityOf } from '../plugins/authentication.ts'
import { BEARER } from '../plugins/documentation.ts'
import { confirmQuote } from '../reservations/reserve.ts'
import { reservedSchema } from '../reservations/schemas.ts'
import { uuid } from '../schemas.ts'
import { priceFromDatabase } from './quote.ts'
import { quoteSchema, stayOrder, stayRequest } from './schemas.ts'
import { showPrice, showViolations } from './show.ts'

/** POST /quotes and GET /quotes/confirm (api.md, "Quotes, reservations, payments"). */
export const quoteRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/quotes',
    {
      schema: {
        tags: ['quotes'],
        summary: 'Price a stay, with every rule it breaks',
        body: stayRequest.superRefine(stayOrder),
        response: { 200: envelopeSchema(quoteSchema), ...failures(400, 404) },
      },
    },
    async (request) => {
      const { property_id, check_in, check_out, ...guests } = request.body
      const priced = await priceFromDatabase(app.db, request.body)
      const [stored] = await queries.quotes.insert(app.db, {
        property_id,
        check_in,
        check_out,
        ...guests,
        body: priced,
      })
      if (!stored) throw new AppError('internal')
      return envelope(request, 'quoted', {
        ...showPrice(priced),
        quote_id: stored.id,
        property_id,
        check_in,
        check_out,
        guests,
        available: stored.available,
        violations: showViolations(priced.violations, request.locale),
        expires_at: stored.expires_at,
      })
    },
  )

  app.get(
    '/quotes/confirm',
    {
      onRequest: app.authenticate,
      schema: {
        tags: ['quotes'],
        summary: 'Reserve a quoted stay; confirming twice gives the same reservation',
        security: BEARER,
        querystring: z.object({ quote_id: uuid }),
        response: { 200: envelopeSchema(reservedSchema), ...failures(400, 401, 404, 409, 503) },
      },
    },
    async (request) => {
      const reserved = await confirmQuote(app, identityOf(request).userId, request.query.quote_id)
      return envelope(request, 'reserved', reserved)
    },
  )
}
