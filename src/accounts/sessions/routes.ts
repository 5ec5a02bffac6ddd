import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { shownUuid, timestamp, uuid } from '../../platform/http/fields.ts'
import { SESSION } from '../../platform/openapi/demo.ts'
import { identityOf } from '../../platform/plugins/authentication.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { endSession } from './sessions.ts'

const signIn = z
  .object({
    id: shownUuid.meta({ example: SESSION }),
    device: z
      .string()
      .nullable()
      .meta({ description: 'Browser and system, or the program; null: it does not say', example: 'Firefox, Linux' }),
    address: z.string().meta({ description: 'The IP address that it was used from last', example: '192.0.2.7' }),
    created_at: timestamp.meta({ description: 'When it signed in' }),
    seen_at: timestamp.meta({ description: 'When it signed in, or its token was refreshed' }),
    expires_at: timestamp.meta({ description: 'When it ends, unless it is used before' }),
    is_current: z.boolean().meta({ description: 'Whether it is the one that asks', example: false }),
  })
  .meta({ id: 'SignIn' })

/** Where an account is signed in (docs/design/api.md, "Accounts"). */
export const sessionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['accounts'], security: BEARER }

  app.get(
    '/auth/sessions',
    {
      schema: {
        ...documented,
        operationId: 'listSessions',
        summary: 'Where I am signed in: device, address and time of each',
        description: `A session is a sign-in and all that its token was refreshed to; the one that asks has \`is_current\`. An
          account has fifty at most: one more ends the one that was not used for longest. A sign-in from a network that the
          account has not signed in from within half a year is mailed.`,
        response: { 200: envelopeSchema(z.array(signIn)), ...failures(401) },
      },
    },
    async (request) => {
      const { userId: user_id, session } = identityOf(request)
      const sessions = await queries.sessions.list(app.db, { user_id })
      const shown = sessions.map((one) => ({ ...one, is_current: one.id === session.sid }))
      return envelope(request, shown)
    },
  )

  app.delete(
    '/auth/sessions/:id',
    {
      schema: {
        ...documented,
        operationId: 'deleteSession',
        summary: 'End one of my sessions with all its tokens and sockets, at once and on every node',
        description: `Its tokens are refused from now on, on every node, and can no longer be refreshed. The sockets of the
          account are closed with 4200, so that clients of other sessions connect again.`,
        'x-message': 'deleted',
        params: z.object({ id: uuid.describe('Id of the session').meta({ example: SESSION }) }),
        response: { 200: doneSchema, ...failures(401, 404) },
      },
    },
    async (request) => {
      await endSession(app, identityOf(request).userId, request.params.id)
      return done(request)
    },
  )
}
