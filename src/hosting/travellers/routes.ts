import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { transaction } from '../../platform/db/client.ts'
import { LONG_BODY_BYTES } from '../../platform/http/bodies.ts'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { identityOf, STAFF } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { newTravellers, register, stayParams } from './schemas.ts'
import { assertMayRegister, readTravellers, writeTravellers } from './travellers.ts'

/** The register of travellers (docs/design/domain.md, "Travellers"). */
export const travellerRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['reservations'], security: BEARER, 'x-demo-account': 'owner' as const }
  const answer = envelopeSchema(register)

  app.get(
    '/reservations/:id/guests',
    {
      config: { may: ['guest', 'owner'], sees: STAFF, scope: 'register.read' },
      schema: {
        ...documented,
        operationId: 'getTravellers',
        summary: 'Get the travellers of a stay, and what its country asks of them',
        description: `For the guest and the company, and its keys and members with \`register.read\`; each reading is in the audit.
          \`asked\` names the fields that the country of the home asks, and of whom: enough to draw the form. Where \`known\` is false,
          nobody has read here what the country asks.`,
        params: stayParams,
        response: { 200: answer, ...failures(401, 403, 404, 'notConfirmed', 'registerUnreadable') },
      },
    },
    async (request) => {
      await assertMayRegister(app.db, identityOf(request), request.params.id)
      return envelope(request, await readTravellers(app, request.params.id))
    },
  )

  app.put(
    '/reservations/:id/guests',
    {
      bodyLimit: LONG_BODY_BYTES,
      config: { may: ['guest', 'owner'], sees: STAFF, scope: 'register.write', audits: ['travellers.written'] },
      schema: {
        ...documented,
        operationId: 'setTravellers',
        summary: 'Write the travellers of a confirmed stay',
        description: `In place of an earlier list; an empty one deletes it. At most as many as the stay has people. Every field that the
          country asks of a traveller is required. Others, and values that its authority does not take, are refused (400 by field,
          such as \`travellers.0.birth_date\`). Lists are encrypted, and deleted after \`kept_until\`.`,
        'x-message': 'updated',
        params: stayParams,
        body: newTravellers,
        response: { 200: answer, ...failures(400, 401, 403, 404, 'notConfirmed') },
      },
    },
    async (request) => {
      const { id } = request.params
      await assertMayRegister(app.db, identityOf(request), id)
      const written = await transaction(app.db, (tx) => writeTravellers(app, tx, id, request.body.travellers))
      return envelope(request, written)
    },
  )
}
