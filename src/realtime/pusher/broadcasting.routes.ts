import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Identity, identityOf } from '../../platform/http/identity.ts'
import { BEARER } from '../../platform/plugins/documentation.ts'
import { acceptUrlEncoded } from '../../platform/plugins/url-encoded.ts'
import { CAMILLE } from '../../reference/examples/demo.ts'
import { mayJoin, PRESENCE_CHAT } from '../bus/channels.ts'
import { SIZES, signature, userSignature } from './protocol.ts'

const socket_id = z.string().regex(/^\d+\.\d+$/)
const channelBody = z.object({
  socket_id: socket_id.meta({ example: '1234.5678' }),
  channel_name: z
    .string()
    .min(1)
    .max(SIZES.channelName)
    .meta({ example: `private-user.${CAMILLE}` }),
})

const auth = z.string().meta({
  example: 'sejour-key:c579fc2a561117522b5094231b2fc2bbebada33d29101d940fd57c9b840e45fc',
})

const documented = { tags: ['realtime'], security: BEARER }

/** /broadcasting: signs the right to join a channel, and who somebody is (docs/design/realtime.md, "Wire"). */
export const broadcastingRoutes: FastifyPluginAsyncZod = async (app) => {
  acceptUrlEncoded(app)
  app.addHook('onResponse', async ({ requestContext }, reply) => {
    // Clients that have left were not refused.
    if (reply.statusCode === 503 && !requestContext?.isGone) app.sockets.noteRefusal()
  })

  /** A person as others see them in a presence channel. */
  const visibleOf = ({ userId, username, avatar }: Identity) => ({
    id: userId,
    username,
    avatar: avatar && app.fileUrl(avatar),
  })

  app.post(
    '/broadcasting/auth',
    {
      onRequest: app.authenticate,
      config: { silent: true, specified: true, isBatched: true, isReadOnly: true },
      schema: {
        ...documented,
        operationId: 'authorizeChannel',
        summary: 'Authorise a private or presence channel',
        description: `pusher-js and laravel-echo call it when they join \`private-user.{id}\` (only that user) or
          \`presence-chat\` (verified users). Other channels return 403. Takes JSON or a form. The signature is valid
          for this socket only.`,
        body: channelBody,
        response: {
          200: z.object({ auth, channel_data: z.string().optional() }),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request) => {
      const { socket_id, channel_name } = request.body
      const identity = identityOf(request)
      if (!mayJoin(identity, channel_name)) throw new AppError('forbidden')
      if (channel_name !== PRESENCE_CHAT) return { auth: signature(app.config.realtime, socket_id, channel_name) }
      const channel_data = JSON.stringify({ user_id: String(identity.userId), user_info: visibleOf(identity) })
      return { auth: signature(app.config.realtime, socket_id, channel_name, channel_data), channel_data }
    },
  )

  app.post(
    '/broadcasting/user-auth',
    {
      onRequest: app.authenticate,
      config: { silent: true, takesMore: true, isBatched: true, isReadOnly: true },
      schema: {
        ...documented,
        operationId: 'authenticateSocket',
        summary: 'Authenticate a socket as the user',
        description: `pusher-js calls it in \`signin()\`. The socket then belongs to the user, and is closed when
          their sessions end.`,
        body: z.object({ socket_id: socket_id.meta({ example: '1234.5678' }) }),
        response: {
          200: z.object({
            auth,
            user_data: z
              .string()
              .meta({ example: '{"id":"1","user_info":{"id":1,"username":"camille","avatar":null}}' }),
          }),
          ...failures(400, 401),
        },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const user_data = JSON.stringify({ id: String(identity.userId), user_info: visibleOf(identity) })
      return { auth: userSignature(app.config.realtime, request.body.socket_id, user_data), user_data }
    },
  )
}
