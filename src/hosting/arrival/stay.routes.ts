import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { reservationParams } from '../../bookings/settlement/schemas.ts'
import { accessCodeState } from '../../bookings/states/access-codes.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { decideArrival, findArrival } from './arrival.ts'
import { deleteCode, setCode } from './codes.ts'
import { decision, newAccessCode, shownArrival } from './schemas.ts'

const params = reservationParams

/** Arrival of a stay, and the code of its door (docs/design/domain.md, "Arrival"). */
export const stayArrivalRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['reservations'], security: BEARER, 'x-demo-account': 'owner' as const }

  app.get(
    '/reservations/:id/arrival',
    {
      config: { may: ['guest', 'owner'], scope: ['reservations.read', 'reservations.write'] },
      schema: {
        ...documented,
        operationId: 'getArrival',
        summary: 'Get how the guest of a stay arrives',
        description: `In the language of the request, or else in another one. The guest of a confirmed stay sees it from \`reveal_hours\`
          of the home before check-in until check-out: before that 409 \`arrival_later\` with \`opens_at\`, afterwards 404. An overdue
          amount (\`arrival_unpaid\`) and the company (\`arrival_withheld\`) keep it back. The company sees it at any time, with its
          \`state\`, and the code with \`access_codes.write\`.`,
        'x-demo-account': 'guest',
        params,
        response: {
          200: envelopeSchema(shownArrival),
          ...failures(401, 403, 404, 'arrivalLater', 'arrivalUnpaid', 'arrivalWithheld'),
        },
      },
    },
    async (request) =>
      envelope(request, await findArrival(app, identityOf(request), request.params.id, request.locale)),
  )

  app.patch(
    '/reservations/:id/arrival',
    {
      config: { sees: ['guest'], scope: 'reservations.write', audits: ['reservation.arrival'] },
      schema: {
        ...documented,
        operationId: 'decideArrival',
        summary: 'Release or withhold the arrival of a stay',
        description: `For the company. \`released\` shows it at once, also while an amount is overdue; \`withheld\` hides it;
          \`automatic\` leaves it to the time before arrival and the payments. \`seen\` notes that you have compared the guest’s
          face with their document, there or by live video: until then a home that \`asks_identity\` shows no code. Another home or day of arrival ends a release. The audit
          has it.`,
        'x-message': 'updated',
        params,
        body: decision,
        response: { 200: envelopeSchema(shownArrival), ...failures(400, 401, 403, 404) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id } = request.params
      await decideArrival(app, identity, id, request.body)
      return envelope(request, await findArrival(app, identity, id, request.locale))
    },
  )

  app.put(
    '/reservations/:id/access-code',
    {
      config: { sees: ['guest'], scope: 'access_codes.write', audits: ['access_code.created', 'access_code.changed'] },
      schema: {
        ...documented,
        operationId: 'setAccessCode',
        summary: 'Set the code of the door for a stay',
        description: `By hand, or by a program that follows \`reservation.*\` and talks to the lock. It is encrypted, shown to the guest
          with the arrival, and deleted a day after departure. No event, mail, log, export or audit entry has it. A change of home or
          days makes it \`stale\`; set it again then. A cancellation deletes it. 409 for a stay that is not confirmed, or over.
          A program that answers an event sends \`property_id\` and \`check_in\` of it: 409 \`conflict\` if they no longer hold.`,
        'x-message': 'updated',
        params,
        body: newAccessCode,
        response: { 200: envelopeSchema(accessCodeState), ...failures(400, 401, 403, 404, 'conflict', 'illegalMove') },
      },
    },
    async (request) => {
      await setCode(app, identityOf(request), request.params.id, request.body)
      return envelope(request, { state: 'set' as const })
    },
  )

  app.delete(
    '/reservations/:id/access-code',
    {
      config: { sees: ['guest'], scope: 'access_codes.write', audits: ['access_code.deleted'] },
      schema: {
        ...documented,
        operationId: 'deleteAccessCode',
        summary: 'Delete the code of the door for a stay',
        description: 'Returns 404 where there is none.',
        'x-message': 'deleted',
        params,
        response: { 200: doneSchema, ...failures(401, 403, 404) },
      },
    },
    async (request) => {
      await deleteCode(app, identityOf(request), request.params.id)
      return done(request)
    },
  )
}
