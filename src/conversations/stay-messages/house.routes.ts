import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { idempotencyHeaders, uuid } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { merged } from '../../platform/http/options.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { STAY } from '../../reference/examples/demo.ts'
import { words } from '../messages/schemas.ts'
import { MAX_IN_HOUSE, writeToHouse } from './house.ts'
import { UNSENT } from './write.ts'

const toHouse = z
  .object({
    content: words,
    property_id: uuid.optional().describe('Only guests of this home'),
  })
  .meta({ example: { content: 'The water is off from 10 to 11.' } })

const outcome = z
  .object({
    sent: z.array(z.int()).meta({ description: 'Ids of the stays whose guests are written to', example: [STAY] }),
    unsent: z
      .array(z.object({ reservation_id: z.int(), because: z.enum(UNSENT) }).meta({ id: 'UnsentToHouse' }))
      .meta({ description: 'Stays whose guests nothing reaches', example: [] }),
  })
  .meta({ id: 'WrittenToHouse' })

/** One message to all guests in a house (docs/design/api.md, "Messages of a stay"). */
export const houseRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/inbox/in-house',
    merged(app.idempotent, {
      onRequest: app.authenticate,
      config: { scope: 'messages.write', events: ['stay_message.created', 'message.created'] },
      schema: {
        tags: ['messages'],
        operationId: 'writeToHouse',
        summary: 'Write to all guests who are in the house today; honours Idempotency-Key',
        description: `For the company: each guest gets the message the usual way, in a conversation of their own, and sees no other. It counts as
          sent by the company itself, and answers no question that a guest has asked. All are written to, or none if the request fails.
          At most ${MAX_IN_HOUSE} stays; name a \`property_id\` for fewer. Limit: 60 messages a minute.`,
        'x-message': 'sent',
        security: BEARER,
        'x-demo-account': 'owner',
        headers: idempotencyHeaders,
        body: toHouse,
        response: {
          200: envelopeSchema(outcome),
          ...failures(400, 401, 403, 404, 429, 'notVerified', 'tooManyInHouse'),
        },
      },
    }),
    async (request) => {
      const identity = identityOf(request)
      await app.checkListedHome(identity, request.body.property_id)
      return envelope(request, await writeToHouse(app, identity, request.body))
    },
  )
}
