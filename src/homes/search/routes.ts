import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { limitReached } from '../../accounts/quotas/quotas.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { homeId } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { LIVE_READ } from '../../platform/http/revalidation.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { refuseHome } from '../properties/homes.ts'
import { hits, type Sort, searchQuery } from './schemas.ts'
import { searchHomes } from './search.ts'

const LISTS: [path: string, operationId: string, sort: Sort, summary: string, description: string][] = [
  [
    'search',
    'searchProperties',
    'popular',
    'Search homes by place, dates, guests and price',
    `With \`check_in\` and \`check_out\`, returns only homes that can be booked, each with \`price_total\`, equal to
      the total of its quote. Without dates prices are nightly. \`facets=true\` counts the results of further filters.
      With a token results have \`is_favorite\`. Default order: most popular first.`,
  ],
  [
    'filter',
    'filterProperties',
    'price',
    'Search homes, cheapest first by default',
    'Same parameters and response as `/properties/search`; only the default order differs.',
  ],
  [
    'public',
    'listPublicProperties',
    'newest',
    'List published homes, newest first by default',
    'Same parameters and response as `/properties/search`. Use it for a page of new homes.',
  ],
  [
    'popular',
    'listPopularProperties',
    'popular',
    'List published homes, most popular first by default',
    `Same parameters and response as \`/properties/search\`. Popularity combines bookings of the last year (recent
      ones weigh more), favourites and ratings. It is refreshed every ten minutes.`,
  ],
]

/** Lists of homes: one query with different defaults (docs/design/domain.md, "Search at scale"); and favourites. */
export const propertyListRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  const tags = ['properties']

  for (const [path, operationId, sort, summary, description] of LISTS) {
    app.get(
      `/properties/${path}`,
      merged(LIVE_READ, {
        exposeHeadRoute: true,
        onRequest: app.identifyIfAny,
        config: { scope: 'properties.read', publishable: true },
        schema: {
          tags,
          operationId,
          ...(path === 'filter' && { 'x-audience': ['specification'] }),
          summary,
          description,
          security: OPTIONAL_BEARER,
          querystring: searchQuery,
          response: { 200: hits, ...failures(400) },
        },
      }),
      (request) => searchHomes(app, request, request.query, { defaultSort: sort }),
    )
  }

  for (const [path, operationId, summary, description] of [
    [
      'get/favorites',
      'listFavorites',
      'List my favourites',
      `Favourites that are still published, newest homes first. Takes all parameters of \`/properties/search\`; with
        dates, returns only free homes with their price.`,
    ],
    [
      'favorites/search',
      'searchFavorites',
      'Search my favourites',
      `Same as \`/properties/get/favorites\`: takes all parameters of \`/properties/search\` and searches the caller’s
        favourites.`,
    ],
  ] as const) {
    app.get(
      `/properties/${path}`,
      {
        onRequest: app.authenticate,
        schema: {
          tags,
          operationId,
          ...(path === 'favorites/search' && { 'x-audience': ['specification'] }),
          summary,
          description,
          security: BEARER,
          querystring: searchQuery,
          response: { 200: hits, ...failures(400, 401) },
        },
      },
      (request) =>
        searchHomes(app, request, request.query, {
          defaultSort: 'newest',
          favorites_of: identityOf(request).userId,
        }),
    )
  }

  app.post(
    '/properties/:id/favorite',
    {
      onRequest: app.authenticate,
      config: { silent: true, may: ['guest'], sees: ['owner', ...STAFF] },
      schema: {
        tags,
        operationId: 'toggleFavorite',
        summary: 'Add a home to my favourites, or remove it',
        description: `Each call toggles, and \`favorite\` is the new state. Do not retry a call whose response was
          lost; read \`is_favorite\` in a search instead. Only published homes can be favourites; limit: 1,000 per
          account.`,
        'x-message': 'updated',
        security: BEARER,
        params: z.object({ id: homeId }),
        response: {
          200: envelopeSchema(z.object({ favorite: z.boolean() })),
          ...failures(401, 403, 404, 'limitReached'),
        },
      },
    },
    async (request) => {
      const wish = { user_id: identityOf(request).userId, property_id: request.params.id }
      const limit = app.config.quotas.favoritesPerAccount
      const favorite = await transaction(app.db, async (tx) => {
        // Serialises the requests of a user, so that a second click sees the effect of the first.
        await queries.auth.lockUser(tx, wish)
        const removed = await queries.properties.deleteFavorite(tx, wish)
        if (removed) return false
        const added = await queries.properties.insertFavorite(tx, wish)
        if (!added) return refuseHome(app, tx, identityOf(request), wish.property_id)
        const { count } = await queries.properties.countFavorites(tx, wish)
        if (count > limit) throw limitReached(limit)
        return true
      })
      return envelope(request, { favorite })
    },
  )
}
