import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { queries } from '../../platform/db/queries.ts'
import { done, doneSchema, envelope, envelopeSchema, failures } from '../../platform/http/envelope.ts'
import { shownUuid, timestamp, uuid } from '../../platform/http/fields.ts'
import { identityOf } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { SESSION } from '../../reference/examples/demo.ts'
import { endSession } from './sessions.ts'

const signIn = z
  .object({
    id: shownUuid.meta({ example: SESSION }),
    device: z
      .string()
      .nullable()
      .meta({ description: 'Browser and operating system, or program; null if unknown', example: 'Firefox, Linux' }),
    address: z.string().meta({ description: 'Last IP address', example: '192.0.2.7' }),
    created_at: timestamp.meta({ description: 'Time of the sign-in' }),
    seen_at: timestamp.meta({ description: 'Time of the sign-in or the last token refresh' }),
    expires_at: timestamp.meta({ description: 'Expiry, unless the session is used before then' }),
    is_current: z.boolean().meta({ description: 'Whether it is the session of this request', example: false }),
  })
  .meta({ id: 'SignIn' })

/** Sessions of an account (docs/design/api.md, "Accounts"). */
export const sessionRoutes: FastifyPluginAsyncZod = async (app) => {
  app.addHook('onRequest', app.authenticate)
  const documented = { tags: ['accounts'], security: BEARER }

  app.get(
    '/auth/sessions',
    {
      schema: {
        ...documented,
        operationId: 'listSessions',
        summary: 'List my sessions',
        description: `A session is a sign-in with all its refreshed tokens; the current one has \`is_current\`. An
          account has at most fifty: a further one ends the least recently used. A sign-in from a network not used in
          the last six months is reported by mail.`,
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
      config: { silent: true },
      schema: {
        ...documented,
        operationId: 'deleteSession',
        summary: 'End one of my sessions and revoke its tokens',
        description: `Its tokens are revoked on every node and can no longer be refreshed. The sockets of the
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
