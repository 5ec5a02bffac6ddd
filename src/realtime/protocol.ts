import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The Pusher Channels protocol, version 7: its frames, limits, codes and signatures. Pure. */

export const LIMITS = {
  channelNameLength: 164,
  channelsPerSocket: 100,
  clientEventBytes: 10_240,
  clientEventsPerSecond: 10,
  /** The socket library refuses larger frames. */
  frameBytes: 65_536,
  socketsPerAddress: 1_000,
  /** A socket that leaves more than this unread is closed. */
  bufferedBytes: 1_048_576,
  activityTimeoutSeconds: 30,
} as const

export const CODES = {
  unknownKey: 4001,
  noProtocol: 4008,
  unsupportedProtocol: 4007,
  unauthorized: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  silent: 4201,
  badFrame: 4300,
  clientEventRejected: 4301,
} as const

export const PROTOCOL_VERSION = 7

const channelName = z
  .string()
  .max(LIMITS.channelNameLength)
  .regex(/^[A-Za-z0-9_\-=@,.;]+$/)

export const frameSchema = z.object({ event: z.string().max(200), channel: z.string().optional(), data: z.unknown() })
export const subscriptionSchema = z.object({
  channel: channelName,
  auth: z.string().optional(),
  channel_data: z.string().optional(),
})
export const unsubscriptionSchema = z.object({ channel: channelName })
export const signinSchema = z.object({ auth: z.string(), user_data: z.string() })
export const memberSchema = z.object({
  user_id: z.union([z.string(), z.number().transform(String)]),
  user_info: z.unknown(),
})

export type Member = z.infer<typeof memberSchema>

/** A frame from the server; its `data` is encoded twice, as clients expect. */
export function frame(event: string, data: unknown, extra: { channel?: string; user_id?: string } = {}): string {
  return JSON.stringify({ event, ...extra, data: JSON.stringify(data) })
}

export const errorFrame = (code: number, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } })

export interface AppKeys {
  key: string
  secret: string
}

/** `key:signature` over the parts, as `/broadcasting/auth` answers it and `pusher:subscribe` sends it. */
export function signature({ key, secret }: AppKeys, ...parts: string[]): string {
  return `${key}:${createHmac('sha256', secret).update(parts.join(':')).digest('hex')}`
}

/** Compares in constant time. */
export function isSignature(keys: AppKeys, given: string | undefined, ...parts: string[]): boolean {
  const expected = Buffer.from(signature(keys, ...parts))
  const actual = Buffer.from(given ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
