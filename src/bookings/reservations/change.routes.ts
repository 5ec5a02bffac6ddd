import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { flagParameter, idempotencyHeaders } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { reservationParams } from '../settlement/schemas.ts'
import { changeStay } from './change.ts'
import { changeResult, showChange, wantedChange } from './change-schemas.ts'

/** Refusals of a change, besides the usual ones. */
export const CHANGE_FAILURES = [
  'illegalMove',
  'changeAtChannel',
  'otherAccount',
  'taken',
  'conflict',
  'requestClosed',
  'paymentInProgress',
  'differenceTooSmall',
  'unpayable',
  'upgrading',
  'providerUnavailable',
] as const

/** Changes of a stay by its company (docs/design/domain.md, "Change of a stay"). */
export const changeRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/reservations/:id/change',
    merged(app.idempotent, {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        sees: ['guest'],
        scope: 'reservations.write',
        audits: ['reservation.changed', 'reservation.done_at_channel'],
        events: [
          'reservation.changed',
          'reservation.moved_away',
          'calendar.changed',
          'payment.created',
          'payment.changed',
          'task.changed',
          'reservation.created',
          'reservation.confirmed',
          'reservation.expired',
          'payment.succeeded',
          'payment.refunded',
          'task.created',
        ],
      },
      schema: {
        tags: ['reservations'],
        operationId: 'changeReservation',
        summary: 'Change the days, guests, home or price of a stay; honours Idempotency-Key',
        description: `For the company: confirmed stays and unpaid bookings by hand; of a guest in the house, \`check_out\` and
          guests. Another home for a guest in the house shortens the stay on the day \`from\` and makes its \`continuation\` there,
          a stay of its own to which paid money is carried over. It applies at once; show the result of \`dry_run=true\` first, which changes nothing. A dearer stay has a payment
          of its own, by link. A cheaper one takes from what is not paid yet, and refunds the rest. Guest and owner are notified.
          Bookings of a channel can only move to another home, with \`price: keep\`. One that no connection changes takes
          everything with \`done_at_channel: true\`; without an amount its price stays. Taken nights return 409.
          \`change_request_id\` accepts a request of the guest.`,
        'x-message': 'changed',
        security: BEARER,
        'x-demo-account': 'owner',
        headers: idempotencyHeaders,
        params: reservationParams,
        querystring: z.object({
          dry_run: flagParameter.default(false).describe('Preview the result without changing anything'),
        }),
        body: wantedChange,
        response: { 200: envelopeSchema(changeResult), ...failures(400, 401, 403, 404, ...CHANGE_FAILURES) },
      },
    }),
    async (request) => {
      const { price, ...wanted } = request.body
      const { dry_run } = request.query
      const change = await changeStay(
        app,
        identityOf(request),
        request.params.id,
        { ...wanted, price: typeof price === 'object' ? price.amount : price },
        dry_run,
      )
      return envelope(request, showChange(change, dry_run), dry_run ? 'changePreview' : 'changed')
    },
  )
}
