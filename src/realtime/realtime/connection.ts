import { isSameText } from '../../platform/lib/text.ts'
import { channelKind, isCached, isPersonal, serverToUser, takesClientEvents } from '../bus/channels.ts'
import type { Client } from './client.ts'
import { type Hub, usersOf } from './hub.ts'
import {
  type AppKeys,
  CODES,
  encode,
  errorFrame,
  frameData,
  isChannelName,
  isRecord,
  isSignature,
  type Member,
  parseFrame,
  parseJson,
  parseMember,
  serverFrame,
  textOf,
  userIdOf,
  userSignature,
} from './protocol.ts'

/** What the frames of clients are answered with. */
export interface ConnectionContext {
  hub: Hub
  keys: AppKeys
  /** Passes the frame of a client event on to the other nodes. */
  forward(channel: string, text: string): void
  /** The frame of the last event of a cache channel. */
  lastEvent(channel: string): Promise<Buffer | undefined>
}

const PONG = serverFrame('pusher:pong', {})

/** Answers one frame of a client (docs/design/realtime.md, "Wire"). */
export function receive(context: ConnectionContext, client: Client, raw: Buffer, isBinary: boolean): void {
  if (client.gone) {
    client.ignore()
    return
  }
  const now = performance.now()
  client.lastHeardAt = now
  client.pinged = false
  context.hub.framesIn++
  if (!client.frames.take(now)) {
    client.close(CODES.overCapacity, 'Too many frames', 'loud')
    return
  }
  if (isBinary) {
    client.write(errorFrame(CODES.badFrame, 'Binary frames are not supported'))
    return
  }
  const frame = parseFrame(raw.toString())
  if (frame === undefined) {
    client.write(errorFrame(CODES.badFrame, 'Not a frame of the Pusher protocol'))
    return
  }
  const { event, channel, data } = frame
  if (event.startsWith('client-')) clientEvent(context, client, { event, channel, data, bytes: raw.length, now })
  else if (event === 'pusher:ping') client.write(PONG)
  else if (event === 'pusher:subscribe') subscribe(context, client, frameData(data))
  else if (event === 'pusher:unsubscribe') context.hub.unsubscribe(client, textOf(frameData(data).channel) ?? '')
  else if (event === 'pusher:signin') signIn(context, client, frameData(data))
}

function subscribe(context: ConnectionContext, client: Client, data: Record<string, unknown>): void {
  const { hub, keys } = context
  const channel = textOf(data.channel)
  if (channel === undefined) {
    client.write(errorFrame(CODES.badFrame, 'No channel given'))
    return
  }
  const refuse = (error: string, status: number, type: 'AuthError' | 'LimitReached' | 'InvalidChannel') =>
    client.write(serverFrame('pusher:subscription_error', { type, error, status }, channel))

  const user = serverToUser(channel)
  if (user !== undefined) {
    // pusher-js subscribes to this channel after a sign-in; the sign-in is what makes its events arrive.
    if (client.signedInAs !== user) refuse('Not signed in as this user', 401, 'AuthError')
    else client.write(serverFrame('pusher_internal:subscription_succeeded', {}, channel))
    return
  }
  if (!isChannelName(channel)) {
    refuse('Invalid channel name', 400, 'InvalidChannel')
    return
  }
  const isNew = !client.channels.has(channel)
  if (isNew && client.channels.size >= hub.limits.channelsPerSocket) {
    refuse(`At most ${hub.limits.channelsPerSocket} channels`, 403, 'LimitReached')
    return
  }
  const channelData = textOf(data.channel_data)
  const signed = channelData === undefined ? [client.id, channel] : [client.id, channel, channelData]
  if (isPersonal(channel) && !isSignature(keys, textOf(data.auth), ...signed)) {
    refuse('Invalid signature', 401, 'AuthError')
    return
  }
  let member: Member | undefined
  if (channelKind(channel) === 'presence') {
    if (Buffer.byteLength(channelData ?? '') > hub.limits.channelDataBytes) {
      refuse(`channel_data of more than ${hub.limits.channelDataBytes} bytes`, 413, 'LimitReached')
      return
    }
    member = parseMember(channelData ?? '')
    if (member === undefined) {
      refuse('Invalid channel_data', 400, 'AuthError')
      return
    }
    const isFull = hub.presence.count(channel) >= hub.limits.presenceMembers
    if (isFull && !hub.presence.has(channel, member.user_id)) {
      refuse(`At most ${hub.limits.presenceMembers} people`, 403, 'LimitReached')
      return
    }
  }
  for (const owner of usersOf(channel, member)) if (!admit(hub, client, owner)) return
  enter(context, client, channel, member)
}

/** Subscribing again answers again; in a presence channel with other `channel_data`, the socket leaves first. */
function enter(context: ConnectionContext, client: Client, channel: string, member: Member | undefined): void {
  const before = client.channels.get(channel)
  const isSame = before?.user_id === member?.user_id && before?.info === member?.info
  if (client.channels.has(channel) && isSame && member !== undefined) {
    context.hub.presence.repeat(client, channel)
  } else {
    if (!isSame) context.hub.unsubscribe(client, channel)
    context.hub.subscribe(client, channel, member)
  }
  if (isCached(channel)) void sendLast(context, client, channel)
}

async function sendLast({ lastEvent }: ConnectionContext, client: Client, channel: string): Promise<void> {
  const frame = await lastEvent(channel)
  if (client.channels.has(channel)) client.write(frame ?? serverFrame('pusher:cache_miss', {}, channel))
}

/** Makes the socket one of a user's, unless their rights have changed since it was opened or they have too many. */
function admit(hub: Hub, client: Client, user: string): boolean {
  if (hub.isRevoked(client, user)) {
    client.close(CODES.reconnect, 'Authorisation has changed', 'revoked')
  } else if (!hub.belongTo(client, user)) {
    client.close(CODES.overCapacity, 'Too many connections of this user', 'refused')
  }
  return !client.gone
}

function signIn({ hub, keys }: ConnectionContext, client: Client, data: Record<string, unknown>): void {
  const [auth, userData] = [textOf(data.auth), textOf(data.user_data)]
  const parsed = parseJson(userData ?? '')
  const user = userIdOf(isRecord(parsed) ? parsed.id : undefined)
  const isOther = client.signedInAs !== undefined && client.signedInAs !== user
  if (
    user === undefined ||
    userData === undefined ||
    isOther ||
    !isSameText(userSignature(keys, client.id, userData), auth)
  ) {
    client.write(errorFrame(CODES.unauthorized, 'Connection not authorized'))
    client.close(CODES.unauthorized, 'Connection not authorized', 'unauthorized')
    return
  }
  if (!admit(hub, client, user)) return
  client.signedInAs = user
  client.write(serverFrame('pusher:signin_success', { user_data: userData }))
}

interface ClientEvent {
  event: string
  channel: string | undefined
  data: unknown
  bytes: number
  now: number
}

function clientEvent(
  context: ConnectionContext,
  client: Client,
  { event, channel, data, bytes, now }: ClientEvent,
): void {
  const { limits } = context.hub
  const reject = (message: string) => client.write(errorFrame(CODES.clientEventRejected, message))
  if (channel === undefined || !client.channels.has(channel) || !takesClientEvents(channel)) {
    reject('Client events need a subscribed private or presence channel')
    return
  }
  if (bytes > limits.eventBytes) {
    reject(`Client events have at most ${limits.eventBytes} bytes`)
    return
  }
  // By person, so that more sockets send no more; a socket of nobody, on a channel of another back end, counts as one.
  const senders = client.users.size > 0 ? [...client.users].map((user) => `user ${user}`) : [`socket ${client.id}`]
  if (!senders.every((sender) => context.hub.clientEvents.take(sender, limits.clientEventsPerSecond, now))) {
    reject(`At most ${limits.clientEventsPerSecond} client events a second`)
    return
  }
  const user_id = client.channels.get(channel)?.user_id
  // The data of client events is passed on unchanged; that of the server's own events is encoded twice.
  const text = JSON.stringify({ event, channel, data, user_id })
  context.hub.broadcast(channel, encode(text), client.id)
  context.forward(channel, text)
}
