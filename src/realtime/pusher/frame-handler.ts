import { isSameText } from '../../platform/lib/text.ts'
import { channelKind, isCached, isPersonal, serverToUser, takesClientEvents } from '../bus/channels.ts'
import type { Connection } from './connection.ts'
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
  isToldOfClosing,
  type Member,
  parseFrame,
  parseJson,
  parseMember,
  serverFrame,
  textOf,
  userIdOf,
  userSignature,
} from './protocol.ts'

/** The services that the handler of frames needs. */
export interface FrameContext {
  hub: Hub
  keys: AppKeys
  /** Passes the frame of a client event on to the other nodes. */
  forward(channel: string, text: string): void
  /** The frame of the last event of a cache channel. */
  lastEvent(channel: string): Promise<Buffer | undefined>
}

const PONG = serverFrame('pusher:pong', {})

/** Answers one frame of a client (docs/design/realtime.md, "Wire"). */
export function receive(context: FrameContext, connection: Connection, raw: Buffer, isBinary: boolean): void {
  if (connection.gone) {
    connection.ignore()
    return
  }
  const now = performance.now()
  connection.heard(now)
  context.hub.framesIn++
  if (!connection.frames.take(now)) {
    connection.close(CODES.overCapacity, 'Too many frames', 'loud')
    return
  }
  if (isBinary) {
    connection.write(errorFrame(CODES.badFrame, 'Binary frames are not supported'))
    return
  }
  const frame = parseFrame(raw.toString())
  if (frame === undefined) {
    connection.write(errorFrame(CODES.badFrame, 'Not a frame of the Pusher protocol'))
    return
  }
  const { event, channel, data } = frame
  if (event.startsWith('client-')) clientEvent(context, connection, { event, channel, data, bytes: raw.length, now })
  else if (event === 'pusher:ping') connection.write(PONG)
  else if (event === 'pusher:subscribe') subscribe(context, connection, frameData(data))
  else if (event === 'pusher:unsubscribe') context.hub.unsubscribe(connection, textOf(frameData(data).channel) ?? '')
  else if (event === 'pusher:signin') signIn(context, connection, frameData(data))
}

function subscribe(context: FrameContext, connection: Connection, data: Record<string, unknown>): void {
  const { hub, keys } = context
  const channel = textOf(data.channel)
  if (channel === undefined) {
    connection.write(errorFrame(CODES.badFrame, 'No channel given'))
    return
  }
  const refuse = (error: string, status: number, type: 'AuthError' | 'LimitReached' | 'InvalidChannel') =>
    connection.write(serverFrame('pusher:subscription_error', { type, error, status }, channel))

  const user = serverToUser(channel)
  if (user !== undefined) {
    // pusher-js subscribes to this channel after a sign-in; the sign-in is what makes its events arrive.
    if (connection.signedInAs !== user) refuse('Not signed in as this user', 401, 'AuthError')
    else connection.write(serverFrame('pusher_internal:subscription_succeeded', {}, channel))
    return
  }
  if (!isChannelName(channel)) {
    refuse('Invalid channel name', 400, 'InvalidChannel')
    return
  }
  const isNew = !connection.channels.has(channel)
  if (isNew && connection.channels.size >= hub.limits.channelsPerSocket) {
    refuse(`At most ${hub.limits.channelsPerSocket} channels`, 403, 'LimitReached')
    return
  }
  const channelData = textOf(data.channel_data)
  const signed = channelData === undefined ? [connection.id, channel] : [connection.id, channel, channelData]
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
  for (const owner of usersOf(channel, member)) if (!admit(hub, connection, owner)) return
  enter(context, connection, channel, member)
}

/** Subscribing again answers again; in a presence channel with other `channel_data`, the socket leaves first. */
function enter(context: FrameContext, connection: Connection, channel: string, member: Member | undefined): void {
  const before = connection.channels.get(channel)
  const isSame = before?.user_id === member?.user_id && before?.info === member?.info
  if (connection.channels.has(channel) && isSame && member !== undefined) {
    context.hub.presence.repeat(connection, channel)
  } else {
    if (!isSame) context.hub.unsubscribe(connection, channel)
    context.hub.subscribe(connection, channel, member)
  }
  if (isCached(channel)) void sendLast(context, connection, channel)
}

async function sendLast({ lastEvent }: FrameContext, connection: Connection, channel: string): Promise<void> {
  const frame = await lastEvent(channel)
  if (connection.channels.has(channel)) connection.write(frame ?? serverFrame('pusher:cache_miss', {}, channel))
}

/** Makes the socket one of a user's, unless their rights have changed since it was opened or they have too many. */
function admit(hub: Hub, connection: Connection, user: string): boolean {
  if (hub.isRevoked(connection, user)) {
    connection.close(CODES.reconnect, 'Authorisation has changed', 'revoked')
  } else if (!hub.belongTo(connection, user)) {
    connection.close(CODES.overCapacity, 'Too many connections of this user', 'refused')
  }
  return !connection.gone
}

function signIn({ hub, keys }: FrameContext, connection: Connection, data: Record<string, unknown>): void {
  const [auth, userData] = [textOf(data.auth), textOf(data.user_data)]
  const parsed = parseJson(userData ?? '')
  const user = userIdOf(isRecord(parsed) ? parsed.id : undefined)
  const isOther = connection.signedInAs !== undefined && connection.signedInAs !== user
  if (
    user === undefined ||
    userData === undefined ||
    isOther ||
    !isSameText(userSignature(keys, connection.id, userData), auth)
  ) {
    const message = 'Connection not authorized'
    if (!isToldOfClosing(connection.version)) connection.write(errorFrame(CODES.unauthorized, message))
    connection.close(CODES.unauthorized, message, 'unauthorized')
    return
  }
  if (!admit(hub, connection, user)) return
  connection.signedInAs = user
  connection.write(serverFrame('pusher:signin_success', { user_data: userData }))
}

interface ClientEvent {
  event: string
  channel: string | undefined
  data: unknown
  bytes: number
  now: number
}

function clientEvent(
  context: FrameContext,
  connection: Connection,
  { event, channel, data, bytes, now }: ClientEvent,
): void {
  const { limits } = context.hub
  const reject = (message: string) => connection.write(errorFrame(CODES.clientEventRejected, message))
  if (channel === undefined || !connection.channels.has(channel) || !takesClientEvents(channel)) {
    reject('Client events need a subscribed private or presence channel')
    return
  }
  if (bytes > limits.eventBytes) {
    reject(`Client events have at most ${limits.eventBytes} bytes`)
    return
  }
  // By person, so that more sockets send no more; a socket of nobody, on a channel of another back end, counts as one.
  const senders =
    connection.users.size > 0 ? [...connection.users].map((user) => `user ${user}`) : [`socket ${connection.id}`]
  if (!senders.every((sender) => context.hub.clientEvents.take(sender, limits.clientEventsPerSecond, now))) {
    reject(`At most ${limits.clientEventsPerSecond} client events a second`)
    return
  }
  const user_id = connection.channels.get(channel)?.user_id
  // The data of client events is passed on unchanged; that of the server's own events is encoded twice.
  const text = JSON.stringify({ event, channel, data, user_id })
  context.hub.broadcast(channel, encode(text), connection.id)
  context.forward(channel, text)
}
