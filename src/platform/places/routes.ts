import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../http/envelope.ts'
import { AppError } from '../http/errors.ts'
import { textId } from '../http/fields.ts'
import { listPage, pagedSchema, pageQuery } from '../http/pages.ts'
import { REFERENCE_READ } from '../http/revalidation.ts'
import { ofSpecification } from '../http/unknown-fields.ts'

const country = z
  .object({
    id: z.string().meta({ description: 'ISO 3166-1 alpha-2', examples: ['FR'], example: 'FR' }),
    iso3: z.string().meta({ example: 'FRA' }),
    name: z.string().meta({ example: 'France' }),
    name_fr: z.string().meta({ example: 'France' }),
    name_en: z.string().meta({ example: 'France' }),
    phone_code: z.string().nullable().meta({ example: '+33' }),
    currency: z.string().nullable().meta({ example: 'EUR' }),
    continent: z.string().nullable().meta({ example: 'Europe' }),
  })
  .meta({ id: 'Country' })

const city = z
  .object({
    id: z.string().meta({ description: 'GeoNames id', examples: ['2988507'], example: '2995469' }),
    country_id: z.string().meta({ example: 'FR' }),
    name: z.string().meta({ example: 'Marseille' }),
    population: z.int().meta({ example: 794811 }),
    latitude: z.number().meta({ example: 43.297 }),
    longitude: z.number().meta({ example: 5.381 }),
    timezone: z.string().meta({ example: 'Europe/Paris' }),
  })
  .meta({ id: 'City' })

const neighborhood = z
  .object({
    id: z.string().meta({ example: '3037101' }),
    city_id: z.string().meta({ example: '2995469' }),
    name: z.string().meta({ example: 'Endoume' }),
    population: z.int().meta({ example: 11527 }),
    latitude: z.number().meta({ example: 43.297 }),
    longitude: z.number().meta({ example: 5.381 }),
  })
  .meta({ id: 'Neighborhood' })

const tags = ['places']

/** Reference data from ISO 3166 and GeoNames (docs/design/api.md, "Catalogue"). */
export const placeRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  app.get(
    '/hi',
    {
      exposeHeadRoute: true,
      schema: {
        tags,
        operationId: 'greet',
        'x-audience': ['specification'],
        summary: 'Get a greeting',
        description: `The cheapest call, in the language of \`Accept-Language\`. Use it to check address, network and
          CORS.`,
        'x-message': 'hello',
        response: { 200: doneSchema, ...failures() },
      },
    },
    async (request) => done(request),
  )

  app.get(
    '/get-countries',
    {
      exposeHeadRoute: true,
      ...REFERENCE_READ,
      schema: {
        tags,
        operationId: 'listCountries',
        summary: 'List all countries by name',
        description: `All of ISO 3166 with names in both languages, sorted by the name in the language of the request.
          Can be cached for five minutes.`,
        response: { 200: envelopeSchema(z.array(country)), ...failures() },
      },
    },
    async (request) => envelope(request, await queries.places.listCountries(app.db, { locale: request.locale })),
  )

  app.get(
    '/get-cities/:country_id',
    {
      exposeHeadRoute: true,
      ...REFERENCE_READ,
      schema: {
        tags,
        operationId: 'listCountryCities',
        summary: 'List the cities of a country, largest first',
        description: `Cities of GeoNames, in pages. \`q\` matches part of the name, for autocompletion. Use the \`id\`
          in searches and homes.`,
        params: z.object({ country_id: textId.describe('Id of the country').meta({ example: 'FR' }) }),
        querystring: pageQuery.extend({ q: z.string().trim().max(100).optional().describe('Part of the name') }),
        response: { 200: pagedSchema(city), ...failures(400, 404) },
      },
    },
    async (request) => {
      const { country_id } = request.params
      const found = await queries.places.findCountry(app.db, { country_id })
      if (!found) throw new AppError('notFound')
      const q = request.query.q || null
      return listPage(
        request,
        request.query,
        (page) => queries.places.listCities(app.db, { country_id, q, ...page }),
        (row) => row,
      )
    },
  )

  app.get(
    '/get-neighborhoods/:city_id',
    {
      exposeHeadRoute: true,
      ...REFERENCE_READ,
      schema: {
        tags,
        operationId: 'listCityNeighborhoods',
        summary: 'List the neighborhoods of a city by name',
        description: `Empty for most cities: only large ones have neighborhoods. The \`id\` filters searches (\`neighborhood_id\`)
          and places a home.`,
        params: z.object({ city_id: textId.describe('Id of the city').meta({ example: '2995469' }) }),
        response: { 200: envelopeSchema(z.array(neighborhood)), ...failures(404) },
      },
    },
    async (request) => {
      const found = await queries.places.findCity(app.db, request.params)
      if (!found) throw new AppError('notFound')
      return envelope(request, await queries.places.listNeighborhoods(app.db, request.params))
    },
  )
}
