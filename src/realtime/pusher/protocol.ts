import { createHash, createHmac } from 'node:crypto'
import { structureProblem } from '../../platform/http/bodies.ts'
import { isSameText } from '../../platform/lib/text.ts'

/** The Pusher Channels protocol, versions 4 to 7: its frames, codes, names and signatures. Pure. */

const OLDEST_VERSION = 4
export const NEWEST_VERSION = 7

/** The version that a client names in its address; undefined: none that is supported. */
export function protocolVersion(text: string): number | undefined {
  const version = Number(text)
  return Number.isInteger(version) && version >= OLDEST_VERSION && version <= NEWEST_VERSION ? version : undefined
}

/** From version 5 on clients answer `pusher:ping`; older ones answer pings of WebSocket only. */
export const answersPings = (version: number): boolean => version >= 5

/** Until version 5 an error says why a socket is closed; newer clients read the code of the close frame. */
export const isToldOfClosing = (version: number): boolean => version < 6

/** Sizes set by the protocol. Sizes for operators are in the configuration. */
export const SIZES = {
  channelName: 164,
  eventName: 200,
  userId: 128,
  /** The socket library refuses larger frames. */
  frameBytes: 65_536,
} as const

/** A frame has as many values as a body of this size. */
const STRUCTURE_BYTES = 32 * 1024

export const CODES = {
  unknownKey: 4001,
  unsupportedProtocol: 4007,
  noProtocol: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  silent: 4201,
  badFrame: 4300,
  clientEventRejected: 4301,
} as const

const CHANNEL_NAME = /^[A-Za-z0-9_\-=@,.;]+$/

export const isChannelName = (name: string): boolean => name.length <= SIZES.channelName && CHANNEL_NAME.test(name)

/** A frame of a client; `data` may be anything. */
export interface ClientFrame {
  event: string
  channel: string | undefined
  data: unknown
}

/** undefined: no JSON, or one with too many values or levels. */
export function parseJson(text: string, structureBytes = STRUCTURE_BYTES): unknown {
  if (structureProblem(text, structureBytes)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** undefined: not a frame of the protocol. */
export function parseFrame(text: string): ClientFrame | undefined {
  const value = parseJson(text)
  if (!isRecord(value) || typeof value.event !== 'string' || value.event.length > SIZES.eventName) return undefined
  return {
    event: value.event,
    channel: typeof value.channel === 'string' ? value.channel : undefined,
    data: value.data,
  }
}

/** The data of `pusher:…` frames: an object, or the same as a JSON string. */
export function frameData(data: unknown): Record<string, unknown> {
  const value = typeof data === 'string' ? parseJson(data) : data
  return isRecord(value) ? value : {}
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A person in a presence channel. `info` is JSON; undefined: the client gave none. */
export interface Member {
  user_id: string
  info: string | undefined
}

/** The id of a person, as trusted back ends write it: a string or a number. */
export function userIdOf(value: unknown): string | undefined {
  const id = typeof value === 'number' ? String(value) : value
  return typeof id === 'string' && id.length > 0 && id.length <= SIZES.userId ? id : undefined
}

/** undefined: `channel_data` names nobody. */
export function parseMember(channelData: string): Member | undefined {
  const value = frameData(channelData)
  const user_id = userIdOf(value.user_id)
  if (user_id === undefined) return undefined
  return { user_id, info: value.user_info === undefined ? undefined : JSON.stringify(value.user_info) }
}

/** A frame from the server; `data` is JSON in a JSON string, as clients expect. */
function frameText(event: string, data: unknown, channel?: string): string {
  return encodedFrameText(event, JSON.stringify(data), channel)
}

/** A frame from the server whose data is encoded already. */
export function encodedFrameText(event: string, data: string, channel?: string): string {
  return JSON.stringify({ event, channel, data })
}

const TEXT_FRAME = 0x81
const SHORT = 125
const MEDIUM = 65_535

/** A WebSocket text frame (RFC 6455, section 5.2). It is made once for all sockets that receive it. */
export function encode(text: string): Buffer {
  const { frame, head } = emptyFrame(Buffer.byteLength(text))
  frame.write(text, head)
  return frame
}

/** The same of a text in pieces of UTF-8. */
export function encodePieces(pieces: Buffer[]): Buffer {
  const { frame, head } = emptyFrame(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = head
  for (const piece of pieces) at += piece.copy(frame, at)
  return frame
}

/** A frame that has its head, and room for so many bytes behind it. */
function emptyFrame(length: number): { frame: Buffer; head: number } {
  const head = length <= SHORT ? 2 : length <= MEDIUM ? 4 : 10
  const frame = Buffer.allocUnsafe(head + length)
  frame[0] = TEXT_FRAME
  if (length <= SHORT) {
    frame[1] = length
  } else if (length <= MEDIUM) {
    frame[1] = SHORT + 1
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = SHORT + 2
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  return { frame, head }
}

export const serverFrame = (event: string, data: unknown, channel?: string): Buffer =>
  encode(frameText(event, data, channel))

/** The text of an error: the one event of the protocol whose data is an object, and no JSON in a string. */
export const errorText = (code: number, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } })

export const errorFrame = (code: number, message: string): Buffer => encode(errorText(code, message))

export interface AppKeys {
  key: string
  secret: string
}

export const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

export const md5 = (body: Buffer): string => createHash('md5').update(body).digest('hex')

/** `key:signature` over the parts, as `/broadcasting/auth` answers it and `pusher:subscribe` sends it. */
export function signature({ key, secret }: AppKeys, ...parts: string[]): string {
  return `${key}:${hmac(secret, parts.join(':'))}`
}

export const isSignature = (keys: AppKeys, given: string | undefined, ...parts: string[]): boolean =>
  isSameText(signature(keys, ...parts), given)

/** The signature of a user's sign-in on a socket. */
export const userSignature = (keys: AppKeys, socketId: string, userData: string): string =>
  signature(keys, socketId, '', 'user', '', userData)
