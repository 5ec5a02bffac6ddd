import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { flagParameter, idempotencyHeaders } from '../../platform/http/fields.ts'
import { listPage, pagedSchema } from '../../platform/http/pages.ts'
import { homesOf } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { QUOTE } from '../../platform/openapi/demo.ts'
import { identityOf, isStaff } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { reservationParams } from '../settlement/schemas.ts'
import { findForParty } from '../stays/parties.ts'
import { cancelByGuest } from './cancel.ts'
import { partsOfList } from './list.ts'
import { reserve } from './reserve.ts'
import {
  cancellationRequest,
  cancellationResult,
  reservationDetails,
  reservationList,
  reservationRequest,
  reservationSummary,
  reservedSchema,
} from './schemas.ts'
import { showParties, showReservation } from './show.ts'

/** Reservations (docs/design/api.md, "Quotes, reservations, payments"). */
export const reservationRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['reservations'], security: BEARER }

  app.post(
    '/reservations',
    {
      onRequest: app.authenticate,
      ...app.idempotent,
      config: { forPages: true },
      schema: {
        ...documented,
        operationId: 'createReservation',
        summary: 'Hold a stay and open its checkout, or send an inquiry; honours Idempotency-Key',
        description: `Send \`quote_id\`, or the stay itself. A booking holds the nights for 50 minutes and has \`payment_url\`;
          the checkout leads back to \`return_url\`, where \`GET /quotes/payment/verify\` tells the outcome. \`inquiry: true\`
          takes no nights and asks the owner, who has 48 hours; homes without \`instant_book\` take only that. Five unpaid holds
          and ten inquiries may be open. The same request again finds its own hold.`,
        'x-message': 'reserved',
        headers: idempotencyHeaders,
        body: reservationRequest.meta({ example: { quote_id: QUOTE, message: 'Nous arriverons vers 18 heures.' } }),
        response: {
          201: envelopeSchema(reservedSchema),
          ...failures(
            400,
            401,
            403,
            404,
            502,
            'notVerified',
            'ownHome',
            'conflict',
            'holdOver',
            'inquiryOnly',
            'quoteExpired',
            'taken',
            'unpayable',
            'tooManyHolds',
            'tooManyInquiries',
            'providerRefused',
            'providerUnavailable',
          ),
        },
      },
    },
    async (request, reply) => {
      const { message, data } = await reserve(app, identityOf(request), request.body)
      return reply.code(201).send(envelope(request, data, message))
    },
  )

  app.get(
    '/reservations',
    {
      onRequest: app.authenticate,
      config: { scope: 'reservations.read' },
      schema: {
        ...documented,
        operationId: 'listReservations',
        summary: 'My reservations, as guest or as owner, or all for the staff; by status, home, days or name',
        description: `\`as=guest\` (the default) has the stays that the caller has booked, \`as=owner\` those of their homes,
          \`as=all\` everybody's, for the staff only. \`from\` and \`to\` find stays that touch these days, \`q\` a title, a guest
          or a number.`,
        querystring: reservationList,
        response: { 200: pagedSchema(reservationSummary), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { as = identity.grant ? 'owner' : 'guest', property_id } = request.query
      if (as === 'all' && !isStaff(identity)) throw new AppError('forbidden')
      const { userId: user_id, grant } = identity
      const person = { userId: user_id, grant }
      if (as !== 'guest') await app.checkListedHome(as === 'all' ? identity : person, property_id)
      else if (property_id !== undefined) {
        const { has_stayed } = await queries.stays.hasStayed(app.db, { user_id, property_id })
        // Whoever has to do with the home in another way has no stays there.
        if (!has_stayed) await app.checkListedHome(person, property_id)
      }
      const homes = homesOf(identity)
      const parts = partsOfList(as, request.query, homes)
      return listPage(
        request,
        request.query,
        (page) => queries.reservations.list(app.db, parts, { user_id, homes, ...request.query, ...page }),
        ({ total_cents, ...row }) => ({ ...showParties(app, row), total: fromCents(total_cents) }),
      )
    },
  )

  app.get(
    '/reservations/:id',
    {
      onRequest: app.authenticate,
      config: { scope: 'reservations.read', forPages: true },
      schema: {
        ...documented,
        operationId: 'getReservation',
        summary: 'One reservation with its price, its payments and its timeline, for its guest, its owner or the staff',
        description: `\`actions\` says what the caller may do now, \`balance\` what is still to be paid, \`timeline\` what has
          happened. \`payment_url\`, of the stay and of its payments, is for the guest only. Read it again after each push that
          names its \`reservation_id\`. Strangers get 404.`,
        params: reservationParams,
        response: { 200: envelopeSchema(reservationDetails), ...failures(401, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const row = await queries.reservations.find(app.db, {
        reservation_id: request.params.id,
        user_id: identity.userId,
        is_staff: isStaff(identity),
        homes: homesOf(identity),
      })
      if (!row) {
        await findForParty(app.db, identity, request.params.id, 'any')
        throw new AppError('notFound')
      }
      return envelope(request, await showReservation(app, row, identity))
    },
  )

  app.post(
    '/reservations/:id/cancel',
    {
      onRequest: app.authenticate,
      schema: {
        ...documented,
        operationId: 'cancelReservation',
        summary: 'Cancel as the guest; `dry_run=true` only tells what would be refunded',
        description: `For the guest, before the day of check-out, of a hold or a confirmed stay. The nights are free at once, the
          refund follows the terms that the stay was booked with, paid supplements go back whole, and guest and owner are
          notified. Show the outcome of \`dry_run=true\` first: it changes nothing.`,
        'x-message': 'cancelled',
        params: reservationParams,
        querystring: z.object({
          dry_run: flagParameter.default(false).describe('Says what would happen, and does nothing'),
        }),
        body: cancellationRequest,
        response: { 200: envelopeSchema(cancellationResult), ...failures(400, 401, 403, 404, 'illegalMove') },
      },
    },
    async (request) => {
      const { refund_cents, ...result } = await cancelByGuest(app, identityOf(request), {
        reservation_id: request.params.id,
        reason: request.body.reason,
        dry_run: request.query.dry_run,
      })
      const message = request.query.dry_run ? 'cancellationPreview' : 'cancelled'
      return envelope(request, { ...result, refund: fromCents(refund_cents) }, message)
    },
  )
}
