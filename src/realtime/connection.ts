import { randomInt } from 'node:crypto'
import type { WebSocket } from 'ws'
import { channelKind, isPersonal } from './channels.ts'
import { type Client, type Hub, send } from './hub.ts'
import {
  type AppKeys,
  CODES,
  errorFrame,
  frame,
  frameSchema,
  isSignature,
  LIMITS,
  type Member,
  memberSchema,
  signinSchema,
  subscriptionSchema,
  unsubscriptionSchema,
} from './protocol.ts'

const socketId = (): string => `${randomInt(1, 2 ** 31)}.${randomInt(1, 2 ** 31)}`

/** Serves one accepted socket until it closes (docs/design/realtime.md, "Wire"). */
export function serveConnection(hub: Hub, keys: AppKeys, socket: WebSocket): void {
  const client: Client = { id: socketId(), socket, channels: new Map(), lastHeardAt: Date.now(), pinged: false }
  const allowClientEvent = rateLimiter(LIMITS.clientEventsPerSecond)
  hub.add(client)
  socket.on('close', () => hub.remove(client))
  socket.on('error', () => socket.terminate())
  socket.on('message', (raw) => {
    client.lastHeardAt = Date.now()
    client.pinged = false
    receive(String(raw))
  })
  send(
    client,
    frame('pusher:connection_established', {
      socket_id: client.id,
      activity_timeout: LIMITS.activityTimeoutSeconds,
    }),
  )

  function receive(text: string): void {
    const parsed = frameSchema.safeParse(parseJson(text))
    if (!parsed.success) return send(client, errorFrame(CODES.badFrame, 'Not a Pusher frame'))
    const { event, channel, data } = parsed.data
    if (event === 'pusher:ping') return send(client, frame('pusher:pong', {}))
    if (event === 'pusher:subscribe') return subscribe(data)
    if (event === 'pusher:unsubscribe') return unsubscribe(data)
    if (event === 'pusher:signin') return signin(data)
    if (event.startsWith('client-')) return clientEvent(event, channel, data, text.length)
  }

  function subscribe(data: unknown): void {
    const parsed = subscriptionSchema.safeParse(data)
    if (!parsed.success) return send(client, errorFrame(CODES.badFrame, 'Invalid channel name'))
    const { channel, auth, channel_data } = parsed.data
    if (client.channels.size >= LIMITS.channelsPerSocket)
      return send(client, errorFrame(CODES.badFrame, 'Too many channels'))
    const signed = channel_data === undefined ? [client.id, channel] : [client.id, channel, channel_data]
    if (isPersonal(channel) && !isSignature(keys, auth, ...signed)) return refuse(channel, 'Invalid signature')
    const member = channelKind(channel) === 'presence' ? parseMember(channel_data) : undefined
    if (channelKind(channel) === 'presence' && !member) return refuse(channel, 'Invalid channel_data')
    hub.subscribe(client, channel, member)
  }

  function refuse(channel: string, error: string): void {
    send(client, frame('pusher:subscription_error', { type: 'AuthError', error, status: 401 }, { channel }))
  }

  function unsubscribe(data: unknown): void {
    const parsed = unsubscriptionSchema.safeParse(data)
    if (parsed.success) hub.unsubscribe(client, parsed.data.channel)
  }

  function signin(data: unknown): void {
    const parsed = signinSchema.safeParse(data)
    if (!parsed.success || !isSignature(keys, parsed.data.auth, client.id, '', 'user', '', parsed.data.user_data)) {
      socket.close(CODES.unauthorized, 'Connection not authorized')
      return
    }
    send(client, frame('pusher:signin_success', { user_data: parsed.data.user_data }))
  }

  function clientEvent(event: string, channel: string | undefined, data: unknown, bytes: number): void {
    if (channel === undefined || !client.channels.has(channel) || !isPersonal(channel)) {
      return send(
        client,
        errorFrame(CODES.clientEventRejected, 'Client events need a subscribed private or presence channel'),
      )
    }
    if (bytes > LIMITS.clientEventBytes)
      return send(client, errorFrame(CODES.clientEventRejected, 'Client event too large'))
    if (!allowClientEvent()) return send(client, errorFrame(CODES.clientEventRejected, 'Too many client events'))
    const member = client.channels.get(channel)
    const sender = member === undefined ? {} : { user_id: member.user_id }
    // The data of client events is passed on unchanged; that of the server's own events is encoded twice.
    hub.broadcast(channel, JSON.stringify({ event, channel, data, ...sender }), client.id)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function parseMember(channelData: string | undefined): Member | undefined {
  return memberSchema.safeParse(parseJson(channelData ?? '')).data
}

/** Allows at most `limit` calls per second; a second begins with its first call. */
function rateLimiter(limit: number): () => boolean {
  let windowStart = 0
  let count = 0
  return () => {
    const now = Date.now()
    if (now - windowStart >= 1000) {
      windowStart = now
      count = 0
    }
    return ++count <= limit
  }
}
