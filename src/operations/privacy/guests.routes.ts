import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { reservationParams } from '../../bookings/settlement/schemas.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { oneRequestAtATime } from '../../platform/http/turns.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { FREE, HOME, STAY } from '../../reference/examples/demo.ts'
import { eraseGuest, exportGuest, guestData } from './guests.ts'

const erased = z.object({ reservation_ids: z.array(z.int()).meta({ example: [STAY] }) }).meta({ id: 'ErasedGuest' })

/** Rights of a guest without an account, answered by the company (docs/security.md, "Guests without an account"). */
export const guestDataRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = {
    tags: ['reservations'],
    security: BEARER,
    'x-demo-account': 'owner' as const,
    params: reservationParams,
  }
  const config = { scope: 'company.write', people: true, sees: ['guest'] } as const

  app.get(
    '/reservations/:id/guest-data',
    {
      onRequest: oneRequestAtATime(),
      config,
      schema: {
        ...documented,
        operationId: 'exportGuest',
        summary: 'Export everything that is kept about a guest without an account',
        description: `One JSON document, for the owner and managers: the contact, the stay and the guest's other stays at the company, history,
          requests, messages with notes, travellers, documents, payments, and mails as long as they are kept. Stays belong to the same guest if
          they have the same contact, or the same proved address that was never changed. Managers of some homes get those of these homes.
          Reading the travellers is written down. A guest with an account exports their own data (409). One at a time; a second one is 429.`,
        response: {
          200: envelopeSchema(
            guestData.meta({
              example: {
                contacts: [{ name: 'Ada Lovelace', email: 'ada@example.org' }],
                reservations: [{ id: STAY, property_id: HOME, ...FREE, status: 'completed' }],
              },
            }),
          ),
          ...failures(401, 403, 404, 429, 'guestKeepsData'),
        },
      },
    },
    async (request, reply) => {
      reply.header('content-disposition', 'attachment; filename="guest.json"')
      reply.header('cache-control', 'no-store')
      return envelope(request, await exportGuest(app, identityOf(request), request.params.id))
    },
  )

  app.delete(
    '/reservations/:id/guest-data',
    {
      config: {
        ...config,
        audits: ['reservation.guest_erased', 'reservation.link', 'access_code.deleted'],
        events: ['reservation.changed'],
      },
      schema: {
        ...documented,
        operationId: 'eraseGuest',
        summary: 'Erase a guest without an account, keeping accounting records',
        description: `For the owner and managers. Deletes from the stays that the export lists the name, addresses, remarks, notes, travellers,
          messages, words of requests and code of the door, and voids the links of the stays. Nights, amounts, payments and issued documents
          stay. Returns 409 while one of the stays is not over or money is due. Repeating it changes nothing.`,
        'x-message': 'deleted',
        response: {
          200: envelopeSchema(erased),
          ...failures(401, 403, 404, 'guestKeepsData', 'guestIsExpected', 'guestOwes'),
        },
      },
    },
    async (request) => envelope(request, await eraseGuest(app, identityOf(request), request.params.id)),
  )
}
