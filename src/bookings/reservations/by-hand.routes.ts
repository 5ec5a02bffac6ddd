import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { idempotencyHeaders } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { homeParams } from '../calendars/schemas.ts'
import { bookByHand } from './by-hand.ts'
import { BOOKING_EVENTS } from './reserve.ts'
import { handBooked, handBooking } from './schemas.ts'

/** Stays that a company books for its guests (docs/design/domain.md, "Booking by hand"). */
export const handBookingRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/properties/:property_id/reservations',
    merged(app.idempotent, {
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        scope: 'reservations.write',
        events: BOOKING_EVENTS,
        audits: ['closure.deleted', 'closure.created'],
      },
      schema: {
        tags: ['reservations'],
        operationId: 'bookByHand',
        summary: 'Book a stay for a guest without an account; honours Idempotency-Key',
        description: `For bookings by telephone and on the company’s own website. \`pay: link\` holds the nights for \`hold_hours\`
          and mails the guest the address of the payment, if there is an address; \`pay: later\` confirms at once. With nothing due
          the stay is confirmed. Taken nights return 409. So do days that the company has closed, unless \`replaces_closure\`. Days
          closed by a calendar of another platform give way. Limits: 50 unpaid holds at the desk, 50 of the account’s keys, and 200 stays a day of
          each key and of the desk. A website keeps the price of a \`quote_id\`, has guests come back to \`return_url\`, and holds nights for
          fifteen minutes or more with \`hold_minutes\`.`,
        'x-message': 'reserved',
        security: BEARER,
        'x-demo-account': 'owner',
        headers: idempotencyHeaders,
        params: homeParams,
        body: handBooking,
        response: {
          201: envelopeSchema(handBooked),
          ...failures(
            400,
            401,
            403,
            404,
            'taken',
            'closedDays',
            'quoteExpired',
            'contractChanged',
            'tooManyHolds',
            429,
            'providerUnavailable',
          ),
        },
      },
    }),
    async (request, reply) => {
      const { property_id } = request.params
      const data = await bookByHand(app, identityOf(request), property_id, request.body)
      const message = data.payment_url === null ? 'confirmedFree' : data.status === 'pending' ? 'reserved' : 'ok'
      return reply.code(201).send(envelope(request, data, message))
    },
  )
}
