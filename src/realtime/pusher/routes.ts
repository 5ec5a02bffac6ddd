import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { WebSocket } from 'ws'
import { type AuthOutage, watchAuthOutage } from '../bus/auth-outage.ts'
import type { BusFigures } from '../bus/bus.ts'
import { postgresBus } from '../bus/postgres-bus.ts'
import { createBusHandler, lastEvent } from './bus-handler.ts'
import { ChannelCounts } from './channel-counts.ts'
import { CLOSE_TIMEOUT_MS, type OpenedSocket } from './connection.ts'
import { type FrameContext, receive } from './frame-handler.ts'
import { Gate, type Refusal } from './gate.ts'
import { httpApi } from './http-api.routes.ts'
import { Hub } from './hub.ts'
import { Peers } from './peers.ts'
import { encode, encodedFrameText, errorText, NEWEST_VERSION, protocolVersion, SIZES, serverFrame } from './protocol.ts'
import type { RealtimeFigures } from './sockets.ts'

const IDLE_CHECK_MS = 10_000

/** /app/:key, where pusher-js and laravel-echo connect, and the HTTP API (docs/design/realtime.md, "Wire"). */
export const realtime = fp(async (app: FastifyInstance) => {
  const { config } = app
  const { limits, leaseSeconds } = config.realtime
  const bus = postgresBus({ db: app.db, log: app.log, wakeUps: app.wakeUps, leaseSeconds })
  const hub = new Hub({ limits, onPresence: (channel, userId) => peers.own.changed(channel, userId) })
  const gate = new Gate(config, hub)
  const peers = new Peers(bus.presence, hub.presence, app.log, leaseSeconds)
  const channelCounts = new ChannelCounts({
    node: () => peers.own.name,
    listAwake: () => peers.listAwake(),
    occupied: (prefix) => hub.occupied(prefix),
    send: (message) => bus.send(message),
  })
  const context: FrameContext = {
    hub,
    keys: config.realtime,
    forward: (channel, text) => bus.send({ kind: 'client', node: peers.own.name, channel, text }),
    async lastEvent(channel) {
      const last = await lastEvent(app.db, channel).catch((error: unknown) => {
        app.log.error({ err: error }, 'cannot read the last event of a channel')
        return undefined
      })
      return last && encode(encodedFrameText(last.event, last.data, channel))
    },
  }
  let subscription: { close(): Promise<void> } | undefined
  app.decorate('bus', bus)
  app.decorate('sockets', {
    count: (prefix) => channelCounts.count(prefix),
    people: (channel) => hub.presence.list(channel),
    lastEvent: (channel) => lastEvent(app.db, channel),
    nodes: () => peers.others + 1,
    noteRefusal: () => refusals?.note(),
    figures: () => figuresOf(hub, bus.figures()),
  })

  let refusals: AuthOutage | undefined
  const timer = setInterval(() => hub.checkIdle(performance.now()), IDLE_CHECK_MS).unref()
  const options = { maxPayload: SIZES.frameBytes, closeTimeout: CLOSE_TIMEOUT_MS, clientTracking: false }
  await app.register(websocket, {
    options,
    // Replaces the plugin's own hook, whose close code does not make clients reconnect.
    preClose: async () => {
      clearInterval(timer)
      void refusals?.stop()
      hub.close()
      await gate.emptied()
      await peers.stop()
      await subscription?.close()
    },
  })

  app.get<{ Params: { key: string }; Querystring: { protocol?: string } }>(
    '/app/:key',
    {
      websocket: true,
      schema: { hide: true },
      // The key of the application, which every client knows.
      config: { rateLimit: false, secretParams: [] },
      onRequest: async (request) => {
        if (request.ws) await gate.enter(request.ip)
      },
      preHandler: async (request, reply) => {
        // The connection would keep the response, and with it the request, for as long as the socket is open.
        if (request.ws) reply.raw.detachSocket(request.raw.socket)
      },
    },
    (socket, request) => {
      const refusal = gate.refusal(request, app.stopping)
      gate.count(socket, request.ip)
      // The plugin's listener would keep the request as well.
      socket.removeAllListeners('error')
      socket.on('error', ignoreError)
      const version = protocolVersion(request.query.protocol ?? '') ?? NEWEST_VERSION
      if (refusal === undefined) serve(context, { socket, tcp: request.raw.socket, version })
      else refuse(hub, socket, refusal)
    },
  )
  await app.register(httpApi)

  app.addHook('onReady', async () => {
    subscription = await bus.subscribe(createBusHandler({ hub, peers, channelCounts, db: app.db, log: app.log }))
    await peers.start()
    refusals = watchAuthOutage(app.db, () => {
      void hub.rejoin()
      // Sockets that this node could not sign for may be on another node.
      bus.send({ kind: 'rejoin' })
    })
  })
})

/** After an error, such as a frame that is too large, the library closes the socket itself. */
function ignoreError(): void {}

function refuse(hub: Hub, socket: WebSocket, { code, message }: Refusal): void {
  hub.count('refused')
  socket.on('message', () => undefined)
  socket.send(errorText(code, message))
  socket.close(code, message)
}

function serve(context: FrameContext, opened: OpenedSocket): void {
  const { hub } = context
  const { socket, tcp } = opened
  const client = hub.add(opened)
  // A ping or pong of WebSocket is a sign of life, as any frame is.
  for (const event of ['ping', 'pong']) socket.on(event, () => client.heard(performance.now()))
  socket.on('close', () => client.leave())
  socket.on('error', () => client.leave())
  // The peer has closed: the library ends its side, and waits for the peer to end its own.
  tcp.once('finish', () => client.leave())
  socket.on('message', (raw, isBinary) => {
    receive(context, client, raw instanceof Buffer ? raw : Buffer.alloc(0), isBinary)
  })
  const hello = { socket_id: client.id, activity_timeout: hub.limits.activitySeconds }
  client.write(serverFrame('pusher:connection_established', hello))
}

function figuresOf(hub: Hub, bus: BusFigures): RealtimeFigures {
  return {
    sockets: hub.size,
    channels: hub.channels,
    people: hub.presence.people,
    framesIn: hub.framesIn,
    framesOut: hub.framesOut,
    dropped: hub.dropped,
    busLagSeconds: bus.lagSeconds,
    busUp: bus.up,
    busGaps: bus.gaps,
    busLost: bus.lost,
  }
}
