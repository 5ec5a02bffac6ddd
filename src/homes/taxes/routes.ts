import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { textId } from '../../platform/http/fields.ts'
import { identityOf, requireRole } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { cityTax, newTouristTax, showTax } from './schemas.ts'

const params = z.object({ id: textId.describe('Id of the city').meta({ example: '2995469' }) })

/** The tourist tax of a city, set by administrators, with its changes (docs/design/domain.md, "Price of a stay"). */
export const taxRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['places'], security: BEARER, 'x-demo-account': 'admin' as const, params }
  const onlyAdmin = { onRequest: [app.authenticate, requireRole('admin')] }

  async function show(city_id: string): Promise<z.infer<typeof cityTax>> {
    const tax = await queries.places.findTouristTax(app.db, { city_id })
    if (!tax) throw new AppError('notFound')
    const changes = await queries.taxes.listChanges(app.db, { city_id })
    return {
      city_id,
      tax: showTax(tax),
      changes: changes.map(({ id, changed_at, changed_by, username, operator, ...change }) => ({
        id,
        changed_at,
        changed_by: changed_by === null || username === null ? null : { id: changed_by, username },
        operator,
        before: showTax({
          per_adult_night_cents: change.before_per_adult_night_cents,
          percent_hundredths: change.before_percent_hundredths,
          cap_cents: change.before_cap_cents,
        }),
        after: showTax({
          per_adult_night_cents: change.after_per_adult_night_cents,
          percent_hundredths: change.after_percent_hundredths,
          cap_cents: change.after_cap_cents,
        }),
      })),
    }
  }

  app.get(
    '/cities/:id/tax',
    merged(onlyAdmin, {
      config: { may: ['admin'] },
      schema: {
        ...documented,
        operationId: 'getCityTax',
        summary: 'Get the tourist tax of a city and its last hundred changes',
        description: `For administrators. A tax is an amount per adult and night, or a percentage of the night price per occupant
          with an optional cap; null means that there is none. Each change has its author and the previous value.`,
        response: { 200: envelopeSchema(cityTax), ...failures(401, 403, 404) },
      },
    }),
    async (request) => envelope(request, await show(request.params.id)),
  )

  app.put(
    '/cities/:id/tax',
    merged(onlyAdmin, {
      config: { may: ['admin'], audits: ['city.tax'] },
      schema: {
        ...documented,
        operationId: 'setCityTax',
        summary: 'Set or remove the tourist tax of a city',
        description: `For administrators. \`{"tax": null}\` removes it. It applies to the search, the calendar and new
          quotes at once. Existing quotes and reservations keep their tax.`,
        'x-message': 'updated',
        body: z.object({ tax: newTouristTax }).meta({ example: { tax: { percent: 5, cap: 5.5 } } }),
        response: { 200: envelopeSchema(cityTax), ...failures(400, 401, 403, 404) },
      },
    }),
    async (request) => {
      const city = await transaction(app.db, (tx) =>
        queries.places.setTouristTax(tx, {
          ...request.body.tax,
          city_id: request.params.id,
          changed_by: identityOf(request).userId,
        }),
      )
      if (!city) throw new AppError('notFound')
      return envelope(request, await show(city.id))
    },
  )
}
