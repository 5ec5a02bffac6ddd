import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { RESERVATION_STATUS } from '../../platform/db/enums.ts'
import type { EventType } from '../../platform/events/types.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { invalid } from '../../platform/http/errors.ts'
import { integerId } from '../../platform/http/fields.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { ofSpecification } from '../../platform/http/unknown-fields.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { INQUIRY } from '../../reference/examples/demo.ts'
import { OWNER_WORDS } from '../states/states.ts'
import { moveByOwner } from './owner.ts'
import { ownerMoveResult } from './schemas.ts'

const OPERATIONS = [
  ['GET', 'followOwnerMove', 'Same as the POST. It changes state, so prefer the POST, which programs never prefetch.'],
  [
    'POST',
    'moveReservation',
    `For the owner of the home and the staff. \`confirmed\` accepts an inquiry, whose guest then has 24 hours to pay,
      or confirms a hold without online payment; \`declined\` and \`cancelled\` refund payments; \`checked_in\` is
      possible from the day of arrival, \`no_show\` after it, \`completed\` from the day of departure. Setting the
      current status returns 200 without effects, an impossible change 409, and with \`seen\` also one from another
      state than that, whose message says who was faster; \`actions\` of the reservation lists
      the possible ones. \`refund\` and \`amount\` are 400: to choose the refund, use \`POST /reservations/{id}/cancel\`.`,
  ],
] as const

const EVENTS: EventType[] = [
  'reservation.held',
  'reservation.confirmed',
  'reservation.declined',
  'reservation.cancelled',
  'reservation.checked_in',
  'reservation.completed',
  'reservation.no_show',
  'reservation.expired',
  'payment.created',
  'payment.changed',
  'calendar.changed',
  'task.created',
  'task.deleted',
]

const AMOUNTS = ['refund', 'amount']

/** @throws AppError 400 when a request chooses the refund: these moves take none, and to ignore it could refund more. */
function assertNoAmount(...given: unknown[]): void {
  const names = AMOUNTS.filter((name) =>
    given.some((one) => typeof one === 'object' && one !== null && Object.hasOwn(one, name)),
  )
  if (names.length > 0) throw invalid(Object.fromEntries(names.map((name) => [name, 'cancelInstead'])))
}

/** The owner's moves of a reservation; the specification names both methods, and both change the state. */
export const ownerMoveRoutes: FastifyPluginAsyncZod = async (app) => {
  ofSpecification(app)
  for (const [method, operationId, description] of OPERATIONS) {
    app.route({
      method,
      url: '/reservations/change-status-reservation-by-proprio/:reservation_id/:status',
      onRequest: app.authenticate,
      config: {
        may: ['owner', ...STAFF],
        sees: ['guest'],
        scope: 'reservations.write',
        audits: ['reservation.status', 'access_code.deleted'],
        events: EVENTS,
      },
      schema: {
        tags: ['reservations'],
        operationId,
        // A move by GET is for clients that can do nothing else.
        ...(method === 'GET' && { 'x-audience': ['specification'] }),
        summary: 'Change the status of a reservation as the owner or staff',
        description,
        'x-message': 'updated',
        security: BEARER,
        'x-demo-account': 'owner',
        params: z.object({
          reservation_id: integerId.describe('Id of the reservation').meta({ example: INQUIRY }),
          status: z.string().meta({
            id: 'OwnerMove',
            description: 'Also in other forms (accept, accepted) and in French (accepter)',
            enum: Object.keys(OWNER_WORDS),
            examples: ['confirmed'],
          }),
        }),
        querystring: z.looseObject({
          seen: z
            .enum(RESERVATION_STATUS)
            .optional()
            .describe('State as it was read: another one returns 409')
            .meta({ example: 'inquiry' }),
        }),
        response: {
          200: envelopeSchema(ownerMoveResult),
          ...failures(
            400,
            401,
            403,
            404,
            502,
            'illegalMove',
            'movedMeanwhile',
            'cancelAtChannel',
            'answerAtChannel',
            'taken',
            'unpayable',
            'providerUnavailable',
          ),
        },
      },
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store')
        assertNoAmount(request.query, request.body)
        const { reservation_id, status } = request.params
        const wanted = { word: status, seen: request.query.seen }
        return envelope(request, await moveByOwner(app, identityOf(request), reservation_id, wanted))
      },
    })
  }
}
