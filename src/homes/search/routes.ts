import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { limitReached } from '../../accounts/quotas/quotas.ts'
import { transaction } from '../../platform/db/client.ts'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { homeId } from '../../platform/http/fields.ts'
import { LIVE_READ } from '../../platform/http/revalidation.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { refuseHome } from '../properties/homes.ts'
import { hits, type Sort, searchQuery } from './schemas.ts'
import { searchHomes } from './search.ts'

const LISTS: [path: string, operationId: string, sort: Sort, summary: string, description: string][] = [
  [
    'search',
    'searchProperties',
    'popular',
    'Search homes by place, text, dates, guests and price, with each stay’s exact total',
    `With \`check_in\` and \`check_out\` only homes are found that are free and whose rules allow the stay, each with
      \`price_total\`, which equals the total of its quote; without dates prices are those of a night. \`facets=true\` counts what
      other filters would find. With a token hits say whether they are favourites. The most popular come first unless \`sort\` says
      otherwise.`,
  ],
  [
    'filter',
    'filterProperties',
    'price',
    'The same search, cheapest first by default',
    'Same parameters and answer as `/properties/search`; only the order differs where `sort` is not given.',
  ],
  [
    'public',
    'listPublicProperties',
    'newest',
    'Homes on the market, newest first by default',
    'Same parameters and answer as `/properties/search`, for a page that shows what is new.',
  ],
  [
    'popular',
    'listPopularProperties',
    'popular',
    'Homes on the market, most sought-after first by default',
    `Same parameters and answer as \`/properties/search\`. Popularity counts bookings of the last year, recent ones more, favourites
      and ratings, and is refreshed every ten minutes.`,
  ],
]

/** Lists of homes: one query with different defaults (docs/design/domain.md, "Search at scale"); and favourites. */
export const propertyListRoutes: FastifyPluginAsyncZod = async (app) => {
  const tags = ['properties']

  for (const [path, operationId, sort, summary, description] of LISTS) {
    app.get(
      `/properties/${path}`,
      {
        exposeHeadRoute: true,
        onRequest: app.identifyIfAny,
        config: { ...LIVE_READ, scope: 'properties.read', publishable: true },
        schema: {
          tags,
          operationId,
          summary,
          description,
          security: OPTIONAL_BEARER,
          querystring: searchQuery,
          response: { 200: hits, ...failures(400) },
        },
      },
      (request) => searchHomes(app, request, request.query, { defaultSort: sort }),
    )
  }

  for (const [path, operationId, summary, description] of [
    [
      'get/favorites',
      'listFavorites',
      'My favourites',
      `Those that are still on the market, newest homes first; takes every parameter of \`/properties/search\`, so that dates show
        which favourites are free and what they cost.`,
    ],
    [
      'favorites/search',
      'searchFavorites',
      'Search among my favourites',
      `The same as \`/properties/get/favorites\`: all parameters of \`/properties/search\` among the homes that the caller has
        kept.`,
    ],
  ] as const) {
    app.get(
      `/properties/${path}`,
      {
        onRequest: app.authenticate,
        schema: {
          tags,
          operationId,
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
      schema: {
        tags,
        operationId: 'toggleFavorite',
        summary: 'Put a home on my favourites, or take it off',
        description: `Each call turns it round, and \`favorite\` says what it is now: do not repeat a call whose answer was lost,
          read the home's \`is_favorite\` in a search. Only homes on the market can be kept, a thousand an account.`,
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
