import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { failures } from '../http/envelope.ts'
import { AppError } from '../http/errors.ts'
import { identityOf } from '../plugins/authentication.ts'
import { BEARER } from '../plugins/documentation.ts'
import { isAllowedOrigin } from '../plugins/security.ts'
import { acceptUrlEncoded } from '../plugins/url-encoded.ts'
import type { Bus } from './bus.ts'
import { mayJoin, PRESENCE_CHAT } from './channels.ts'
import { serveConnection } from './connection.ts'
import { createHub } from './hub.ts'
import { postgresBus } from './postgres-bus.ts'
import { CODES, errorFrame, frame, LIMITS, PROTOCOL_VERSION, signature } from './protocol.ts'

const IDLE_CHECK_MS = 10_000

/** /app/:key, where pusher-js and laravel-echo connect (docs/design/realtime.md, "Wire"). */
export const realtime = fp(async (app: FastifyInstance) => {
  const { config } = app
  const hub = createHub()
  const perAddress = new Map<string, number>()
  let subscription: { close(): Promise<void> } | undefined
  app.decorate(
    'bus',
    postgresBus(app.db, (error) => app.log.error({ err: error }, 'real-time bus')),
  )
  const timer = setInterval(() => hub.checkIdle(Date.now()), IDLE_CHECK_MS).unref()
  await app.register(websocket, {
    options: { maxPayload: LIMITS.frameBytes },
    // Replaces the plugin's own hook, which closes sockets without a code that makes clients reconnect.
    preClose: async () => {
      clearInterval(timer)
      hub.close()
      await subscription?.close()
    },
  })

  app.get<{ Params: { key: string }; Querystring: { protocol?: string } }>(
    '/app/:key',
    { websocket: true, schema: { hide: true }, config: { rateLimit: false } },
    (socket, request) => {
      const sockets = perAddress.get(request.ip) ?? 0
      const origin = request.headers.origin
      if (app.stopping) return reject(socket, CODES.reconnect, 'Server is shutting down')
      if (request.params.key !== config.realtime.key) return reject(socket, CODES.unknownKey, 'Unknown application key')
      if (request.query.protocol === undefined) return reject(socket, CODES.noProtocol, 'No protocol version given')
      if (Number(request.query.protocol) !== PROTOCOL_VERSION)
        return reject(socket, CODES.unsupportedProtocol, 'Unsupported protocol version')
      if (origin !== undefined && !isAllowedOrigin(config, origin))
        return reject(socket, CODES.unauthorized, 'Origin not allowed')
      if (sockets >= LIMITS.socketsPerAddress) return reject(socket, CODES.overCapacity, 'Too many connections')
      perAddress.set(request.ip, sockets + 1)
      socket.on('close', () => {
        const left = (perAddress.get(request.ip) ?? 1) - 1
        if (left > 0) perAddress.set(request.ip, left)
        else perAddress.delete(request.ip)
      })
      serveConnection(hub, config.realtime, socket)
    },
  )

  app.addHook('onReady', async () => {
    subscription = await app.bus.subscribe((message) => {
      if (message.kind === 'disconnect') hub.disconnectUser(message.user_id)
      else {
        const { channel, event, data, except } = message
        hub.broadcast(channel, frame(event, data, { channel }), except)
      }
    })
  })
})

function reject(socket: WebSocket, code: number, message: string): void {
  socket.send(errorFrame(code, message))
  socket.close(code, message)
}

const authBody = z.object({
  socket_id: z.string().regex(/^\d+\.\d+$/),
  channel_name: z.string().min(1).max(LIMITS.channelNameLength),
})

/** POST /broadcasting/auth signs the right to join a channel (docs/design/realtime.md, "Wire"). */
export const broadcastingRoutes: FastifyPluginAsyncZod = async (app) => {
  acceptUrlEncoded(app)

  app.post(
    '/broadcasting/auth',
    {
      onRequest: app.authenticate,
      schema: {
        tags: ['realtime'],
        operationId: 'authorizeChannel',
        summary: 'Authorise a private or presence channel',
        security: BEARER,
        body: authBody,
        response: {
          200: z.object({ auth: z.string(), channel_data: z.string().optional() }),
          ...failures(400, 401, 403),
        },
      },
    },
    async (request) => {
      const { socket_id, channel_name } = request.body
      const identity = identityOf(request)
      if (!mayJoin(identity, channel_name)) throw new AppError('forbidden')
      if (channel_name !== PRESENCE_CHAT) return { auth: signature(app.config.realtime, socket_id, channel_name) }
      const { userId, username, avatar } = identity
      const channel_data = JSON.stringify({ user_id: String(userId), user_info: { id: userId, username, avatar } })
      return { auth: signature(app.config.realtime, socket_id, channel_name, channel_data), channel_data }
    },
  )
}

declare module 'fastify' {
  interface FastifyInstance {
    bus: Bus
  }
}
