import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { amount, day, shownUuid } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { daysBetween } from '../../platform/lib/days.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { HOME, HOME_TITLE, inDays } from '../../reference/examples/demo.ts'
import { askedBy, partsFor } from './pages.ts'
import { readerOf } from './reader.ts'
import { homeOfExport } from './schemas.ts'

/** Rows of an answer at most: the totals, and then homes. */
const MAX_ROWS = 10_000

/** A year, and the month after it. */
const MAX_DAYS = 400

const query = z
  .object({
    from: day.describe('First day of departure').meta({ example: inDays(-30) }),
    to: day.describe('Last day of departure').meta({ example: inDays(30) }),
    property_id: homeOfExport,
  })
  .superRefine(({ from, to }, context) => {
    if (to < from || daysBetween(from, to) > MAX_DAYS)
      context.addIssue({ code: 'custom', path: ['to'], message: 'dateRange' })
  })

const sums = {
  stays: z.int().meta({ example: 3 }),
  nights: z.int().meta({ example: 12 }),
  adult_nights: z.int().meta({ description: 'Nights of adults', example: 24 }),
  exempt_nights: z.int().meta({ description: 'Nights of children and infants, who pay nothing', example: 6 }),
  tourist_tax: amount.meta({ description: 'Owed by the company', example: 39.6 }),
  tourist_tax_by_channels: amount.meta({ description: 'Collected by channels with the price', example: 0 }),
}
const currency = z.string().meta({ example: 'EUR' })

const taxOfHome = z
  .object({
    property_id: shownUuid.meta({ example: HOME }),
    property_title: z.string().meta({ example: HOME_TITLE }),
    city: z.string().meta({ example: 'Marseille' }),
    currency,
    ...sums,
  })
  .meta({ id: 'TouristTaxOfHome' })

const touristTax = z
  .object({
    homes: z.array(taxOfHome),
    totals: z.array(z.object({ currency, ...sums }).meta({ id: 'TouristTaxTotal' })),
  })
  .meta({ id: 'TouristTaxSums' })

type Row = Awaited<ReturnType<typeof queries.exports.sumTouristTax>>[number]
type Sums = Pick<Row, 'stays' | 'nights' | 'adult_nights' | 'exempt_nights' | 'tax_cents' | 'channel_cents'>

const show = ({ tax_cents, channel_cents, stays, nights, adult_nights, exempt_nights }: Sums) => ({
  stays,
  nights,
  adult_nights,
  exempt_nights,
  tourist_tax: fromCents(tax_cents),
  tourist_tax_by_channels: fromCents(channel_cents),
})

/** The sums of a home; none for the row of a total. Pure. */
const showHome = ({ property_id, title, city, ...row }: Row) =>
  property_id === null || title === null || city === null
    ? []
    : [{ property_id, property_title: title, city, currency: row.currency, ...show(row) }]

/** Tourist tax by home, for a declaration (docs/integrations.md, "Exports"). */
export const touristTaxRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/exports/tourist-tax',
    {
      onRequest: app.authenticate,
      config: { scope: ['exports.read', 'payments.read'] },
      schema: {
        tags: ['exports'],
        operationId: 'sumTouristTax',
        summary: 'Sum the tourist tax of my homes',
        description: `Stays that take place, by their day of departure; at most 400 days. A row for each home and
          currency is the sum of its rows in \`exportTouristTax\`. Staff get all homes. At most 10,000 rows and totals are
          listed; totals are of all homes.`,
        security: BEARER,
        'x-demo-account': 'owner',
        querystring: query,
        response: { 200: envelopeSchema(touristTax), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      await app.checkListedHome(identity, request.query.property_id)
      const reader = readerOf(identity.userId, identity.personId, identity.role, identity.grant)
      const parts = partsFor(reader, request.query, 'left-from', 'left-to')
      const asked = { ...askedBy(reader, request.query), limit: MAX_ROWS }
      const rows = await queries.exports.sumTouristTax(app.db, parts, asked)
      return envelope(request, {
        homes: rows.flatMap(showHome),
        totals: rows.filter((row) => row.property_id === null).map((row) => ({ currency: row.currency, ...show(row) })),
      })
    },
  )
}
