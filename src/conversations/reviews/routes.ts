import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { identityOf, requireRole, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { pageEnvelope, pageQuery, rowsOf } from '../../platform/http/pages.ts'
import { LIVE_READ } from '../../platform/http/revalidation.ts'
import { reaches } from '../../platform/http/scopes.ts'
import { BEARER, OPTIONAL_BEARER } from '../../platform/plugins/documentation.ts'
import { readableSources, replyToChannel } from './channel.ts'
import {
  commentAnswer,
  commentChanges,
  commentPage,
  commentParams,
  homeParams,
  moderation,
  newComment,
  ownCommentParams,
  reply,
  showComment,
  showSummary,
  stayedHomeParams,
} from './schemas.ts'
import { editComment, moderateComment, replyToComment, writeComment } from './write.ts'

/** Reviews of homes (docs/design/api.md, "Reviews"). */
export const reviewRoutes: FastifyPluginAsyncZod = async (app) => {
  const tags = ['reviews']
  const documented = { tags, security: BEARER }

  app.post(
    '/properties/:id/comments',
    {
      onRequest: app.authenticate,
      config: { may: ['guest'], sees: ['owner', ...STAFF], events: ['review.created', 'property.updated'] },
      schema: {
        ...documented,
        operationId: 'createComment',
        summary: 'Review one of my completed stays',
        description: `For the guest of a completed stay, once per stay, within 30 days of check-out. Without
          \`reservation_id\` it is for the latest stay that can be reviewed. The rating of the home is updated at
          once, and the owner is notified (\`review_received\`).`,
        'x-message': 'created',
        params: stayedHomeParams,
        body: newComment.meta({
          example: {
            rating: 5,
            content: 'La vue, le calme, un accueil parfait.',
            scores: { cleanliness: 5, value: 4 },
          },
        }),
        response: { 201: commentAnswer, ...failures(400, 401, 403, 404, 'notReviewable') },
      },
    },
    async (request, reply) => {
      const created = await writeComment(app, identityOf(request), request.params.id, request.body)
      return reply.code(201).send(envelope(request, showComment(app, created, request.identity)))
    },
  )

  app.get(
    '/properties/:id/comments',
    merged(LIVE_READ, {
      onRequest: app.identifyIfAny,
      config: { may: ['anyone'], scope: 'reviews.read', publishable: true },
      schema: {
        tags,
        operationId: 'listComments',
        security: OPTIONAL_BEARER,
        summary: 'List the reviews of a home, newest first, with a summary',
        description: `Public, with the average, the count by stars and the averages of the scores in \`summary\`. With
          a token, reviews have \`can_edit_until\` for their author and \`can_reply\` for the owner. Reviews of channels (\`source\`) are for the
          company, and for everybody where the installation shows them; \`summary\` does not count them.`,
        params: homeParams,
        querystring: pageQuery,
        response: { 200: commentPage, ...failures(400, 404) },
      },
    }),
    async (request) => {
      const property_id = request.params.id
      const home = await queries.reviews.findHome(app.db, { property_id })
      if (!home || !reaches(request, property_id)) throw new AppError('notFound')
      const sources = readableSources(app, request.identity, home)
      const [rows, { count }] = await Promise.all([
        queries.reviews.list(app.db, { property_id, sources, ...rowsOf(request.query) }),
        queries.reviews.countChannels(app.db, { property_id, sources }),
      ])
      const shown = pageEnvelope(
        request,
        request.query,
        home.rating_count + count,
        rows.map((row) => showComment(app, row, request.identity)),
      )
      return { ...shown, summary: showSummary(home) }
    },
  )

  app.put(
    '/comments/:id',
    {
      onRequest: app.authenticate,
      config: { may: ['guest'], sees: ['owner', ...STAFF], events: ['property.updated'] },
      schema: {
        ...documented,
        operationId: 'updateComment',
        summary: 'Update my review within 48 hours, before the owner replies',
        description: `For the author, within 48 hours and before the owner replies; later 409. Send only the fields to
          change. \`scores\` replaces all scores, and null removes them. The rating of the home is updated.`,
        'x-message': 'updated',
        params: ownCommentParams,
        body: commentChanges.meta({ example: { rating: 4 } }),
        response: { 200: commentAnswer, ...failures(400, 401, 403, 404, 'reviewClosed') },
      },
    },
    async (request) => {
      const updated = await editComment(app, identityOf(request), request.params.id, request.body)
      return envelope(request, showComment(app, updated, request.identity))
    },
  )

  app.post(
    '/comments/:id/reply',
    {
      onRequest: app.authenticate,
      config: { silent: true, sees: ['guest', ...STAFF], scope: 'reviews.write' },
      schema: {
        ...documented,
        operationId: 'replyToComment',
        summary: 'Reply to a review of my home, or update the reply',
        description: `For the owner of the home. The first reply is possible at any time and ends edits by the author.
          It can be changed for 48 hours; later 409. A review of a channel has one reply, which is sent there: \`reply_state\` says how that
          ended, and one that the channel refused can be written again.`,
        'x-message': 'updated',
        'x-demo-account': 'owner',
        params: commentParams,
        body: reply.meta({ example: { content: 'Merci, et à bientôt !' } }),
        response: { 200: commentAnswer, ...failures(400, 401, 403, 404, 'reviewClosed') },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id } = request.params
      const { content } = request.body
      const isOfChannel = (await queries.reviews.findChannel(app.db, { comment_id: id })) !== undefined
      const replied = await (isOfChannel ? replyToChannel : replyToComment)(app, identity, id, content)
      return envelope(request, showComment(app, replied, identity))
    },
  )

  for (const [action, is_hidden, description] of [
    [
      'hide',
      true,
      `For support and administrators. Only they, the author and the owner still see it, and it no longer counts in
        the rating. The reason is recorded. Hiding it again has no effect.`,
    ],
    [
      'show',
      false,
      'For support and administrators. It becomes public and counts in the rating again. The reason is recorded.',
    ],
  ] as const) {
    app.post(
      `/comments/:id/${action}`,
      {
        onRequest: [app.authenticate, requireRole(...STAFF)],
        config: { may: STAFF, audits: ['review.moderation'], events: ['property.updated'] },
        schema: {
          ...documented,
          operationId: `${action}Comment`,
          summary: is_hidden ? 'Hide a review' : 'Unhide a review',
          description,
          'x-message': 'updated',
          'x-demo-account': 'support',
          params: commentParams,
          body: moderation,
          response: { 200: commentAnswer, ...failures(400, 401, 403, 404) },
        },
      },
      async (request) => {
        const { reason } = request.body
        const moderated = await moderateComment(app, identityOf(request), request.params.id, { is_hidden, reason })
        return envelope(request, showComment(app, moderated, request.identity))
      },
    )
  }
}
