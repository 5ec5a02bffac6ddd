import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { AppError, invalid } from '../../platform/http/errors.ts'
import { flagParameter, idempotencyHeaders } from '../../platform/http/fields.ts'
import { identityOf, isStaff, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { listPage, pagedSchema } from '../../platform/http/pages.ts'
import { hasScope, homesOf } from '../../platform/http/scopes.ts'
import { fromCents } from '../../platform/lib/money.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { QUOTE } from '../../reference/examples/demo.ts'
import { reservationParams } from '../settlement/schemas.ts'
import { cancelStay, showCancellation } from './cancel.ts'
import { planList, readList } from './list.ts'
import { changeNotes } from './notes.ts'
import { releaseNights } from './release.ts'
import { BOOKING_EVENTS, BOOKING_REFUSALS, reserve } from './reserve.ts'
import {
  cancellationRequest,
  cancellationResult,
  released,
  reservationChanges,
  reservationDetails,
  reservationList,
  reservationRequest,
  reservationSummary,
  reservedSchema,
} from './schemas.ts'
import { AS_GUEST, findReservation, hostOf, showParties } from './show.ts'

/** Reservations (docs/design/api.md, "Quotes, reservations, payments"). */
export const reservationRoutes: FastifyPluginAsyncZod = async (app) => {
  const documented = { tags: ['reservations'], security: BEARER }

  app.post(
    '/reservations',
    merged(app.idempotent, {
      onRequest: app.authenticate,
      config: {
        may: ['anyone'],
        sees: ['owner'],
        forPages: true,
        events: BOOKING_EVENTS,
      },
      schema: {
        ...documented,
        operationId: 'createReservation',
        summary: 'Create a reservation or an inquiry',
        description: `Send \`quote_id\`, or the stay itself. A booking holds the nights for 50 minutes, or for a minute while its
          checkout cannot be opened (502, 503): then repeat the request. It returns
          \`payment_url\`. The checkout returns to \`return_url\`; call \`GET /quotes/payment/verify\` there for the
          outcome. \`inquiry: true\` holds no nights and asks the owner, who has 48 hours; homes without
          \`instant_book\` accept inquiries only. Limit: five unpaid holds and ten open inquiries. Repeating a request
          returns its existing hold. Honours \`Idempotency-Key\`.`,
        'x-message': 'reserved',
        headers: idempotencyHeaders,
        body: reservationRequest.meta({ example: { quote_id: QUOTE, message: 'Nous arriverons vers 18 heures.' } }),
        response: {
          201: envelopeSchema(reservedSchema),
          ...failures('notVerified', ...BOOKING_REFUSALS, 'tooManyInquiries', 'providerRefused'),
        },
      },
    }),
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
        'x-audience': ['company', 'guest', 'developer'],
        operationId: 'listReservations',
        summary: 'List my reservations',
        description: `\`as=guest\` (the default) lists stays that the caller has booked, \`as=owner\` stays in their
          homes, \`as=all\` all stays (staff only). \`from\` and \`to\` filter by overlapping days. \`label\` is for
          the company, and \`q\` finds contact details only where the caller sees them. All filters apply together.`,
        querystring: reservationList,
        response: { 200: pagedSchema(reservationSummary), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { as = identity.grant ? 'owner' : 'guest', property_id, label } = request.query
      if (as === 'all' && !isStaff(identity)) throw new AppError('forbidden')
      if (as === 'guest' && label !== undefined) throw invalid({ label: 'ofCompany' })
      const { userId: user_id, personId: person_id, grant } = identity
      const person = { userId: user_id, grant }
      if (as !== 'guest') await app.checkListedHome(as === 'all' ? identity : person, property_id)
      else if (property_id !== undefined) {
        const { has_stayed } = await queries.states.hasStayed(app.db, { user_id, property_id })
        // Readers with another relation to the home have no stays there.
        if (!has_stayed) await app.checkListedHome(person, property_id)
      }
      const seesGuests = hasScope(identity, 'guests.read')
      const reader = { as, user_id, person_id, homes: homesOf(identity), seesGuests }
      const { parts, filters } = planList(reader, request.query)
      return listPage(
        request,
        request.query,
        (page) => readList(app.db, parts, { ...filters, ...page }),
        ({ total_cents, ...row }) => ({
          ...showParties(app, row, as === 'guest' ? AS_GUEST : hostOf(identity, row)),
          total: fromCents(total_cents),
        }),
      )
    },
  )

  app.get(
    '/reservations/:id',
    {
      onRequest: app.authenticate,
      config: { may: ['guest', 'owner', ...STAFF], scope: 'reservations.read', forPages: true },
      schema: {
        ...documented,
        operationId: 'getReservation',
        summary: 'Get a reservation with its price, payments and timeline',
        description: `For the guest, the owner and staff; others get 404. \`actions\` lists the actions of the caller,
          \`balance\` is the amount still due, \`timeline\` the history. \`payment_url\` is for the guest only. Read
          the reservation again after each push with its \`reservation_id\`.`,
        params: reservationParams,
        response: { 200: envelopeSchema(reservationDetails), ...failures(401, 404) },
      },
    },
    async (request) => {
      return envelope(request, await findReservation(app, identityOf(request), request.params.id))
    },
  )

  app.patch(
    '/reservations/:id',
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        sees: ['guest'],
        scope: ['reservations.read', 'reservations.write'],
        audits: ['reservation.collector'],
        events: ['reservation.changed'],
      },
      schema: {
        ...documented,
        operationId: 'updateReservation',
        summary: 'Change what is written down of a stay',
        description: `Send what changes; null empties a field. The company changes \`note\`, \`labels\`, \`expected_arrival\` and,
          of a stay whose guest has no account, \`contact\`, for which a key or a member needs \`guests.read\`. It confirms who collects the price of a channel's stay
          (\`collected_by\`), for which it needs \`payments.write\`. The guest changes
          \`expected_arrival\` and \`remarks\`. A note that is not the one in \`seen\` returns 409. Dates, guests and prices do not change here.`,
        'x-message': 'updated',
        'x-demo-account': 'owner',
        params: reservationParams,
        body: reservationChanges,
        response: { 200: envelopeSchema(reservationDetails), ...failures(400, 401, 403, 404, 'changedMeanwhile') },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id: reservation_id } = request.params
      await changeNotes(app, identity, reservation_id, request.body)
      return envelope(request, await findReservation(app, identity, reservation_id))
    },
  )

  app.post(
    '/reservations/:id/cancel',
    {
      onRequest: app.authenticate,
      config: {
        may: ['guest', 'owner', ...STAFF],
        scope: 'reservations.write',
        audits: ['reservation.status', 'access_code.deleted', 'reservation.done_at_channel'],
        events: ['reservation.cancelled', 'calendar.changed', 'payment.changed', 'task.deleted'],
      },
      schema: {
        ...documented,
        operationId: 'cancelReservation',
        summary: 'Cancel a reservation, or preview the refund',
        description: `For the guest and the company, before the day of check-out, of a hold or a confirmed stay. The
          nights become free at once. The guest gets the refund by the terms of the booking, and paid supplements in
          full. The company decides the \`refund\`, at most what was paid; it comes from card payments first, in
          their order. Guest and owner are notified. Show the result of \`dry_run=true\` first: it changes nothing.
          Bookings of a channel are cancelled there (409). If no connection brings that, the company sends
          \`done_at_channel: true\`.`,
        'x-message': 'cancelled',
        params: reservationParams,
        querystring: z.object({
          dry_run: flagParameter.default(false).describe('Preview the result without changing anything'),
        }),
        body: cancellationRequest.meta({ example: { reason: 'Changement de programme' } }),
        response: {
          200: envelopeSchema(cancellationResult),
          ...failures(400, 401, 403, 404, 'illegalMove', 'cancelAtChannel', 'overRefund'),
        },
      },
    },
    async (request) => {
      const { refund, reason, done_at_channel } = request.body
      const cancellation = await cancelStay(app, identityOf(request), {
        reservation_id: request.params.id,
        refund: typeof refund === 'object' ? refund.amount : refund,
        reason,
        done_at_channel,
        dry_run: request.query.dry_run,
      })
      const message = request.query.dry_run ? 'cancellationPreview' : 'cancelled'
      return envelope(request, showCancellation(cancellation), message)
    },
  )

  app.post(
    '/reservations/:id/release-nights',
    {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        sees: ['guest'],
        scope: 'reservations.write',
        events: ['calendar.changed'],
      },
      schema: {
        ...documented,
        'x-demo-account': 'owner',
        operationId: 'releaseNights',
        summary: 'Free the nights of a no-show',
        description: `For the company: the nights from today at the home on can be sold again. The stay and its money stay as they
          are. Returns 409 if the stay is no no-show, or has no nights left.`,
        'x-message': 'updated',
        params: reservationParams,
        response: { 200: envelopeSchema(released), ...failures(401, 403, 404, 'illegalMove') },
      },
    },
    async (request) => envelope(request, await releaseNights(app, identityOf(request), request.params.id), 'updated'),
  )
}
