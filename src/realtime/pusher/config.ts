import { count, text, type Values } from '../../platform/lib/environment.ts'
import type { RealtimeLimits } from './limits.ts'

export const realtimeVariables = {
  REALTIME_APP_ID: text.default('sejour'),
  REALTIME_APP_KEY: text.default('sejour-key'),
  REALTIME_APP_SECRET: text.optional(),
  REALTIME_SOCKETS: count(50_000),
  REALTIME_SOCKETS_PER_ADDRESS: count(1_000),
  REALTIME_SOCKETS_PER_USER: count(100),
  REALTIME_CHANNELS_PER_SOCKET: count(100),
  REALTIME_FRAMES_PER_SECOND: count(50),
  REALTIME_CLIENT_EVENTS_PER_SECOND: count(10),
  REALTIME_EVENT_BYTES: count(10_240),
  REALTIME_CHANNEL_DATA_BYTES: count(2_048),
  REALTIME_PRESENCE_MEMBERS: count(10_000),
  REALTIME_BUFFERED_BYTES: count(1_048_576),
  REALTIME_ACTIVITY_SECONDS: count(30),
  REALTIME_LEASE_SECONDS: count(30),
}

export interface RealtimeConfig {
  realtime: {
    appId: string
    key: string
    secret: string
    limits: RealtimeLimits
    /** How long a node that is not heard of counts as alive. */
    leaseSeconds: number
  }
}

export const realtimeConfig = (e: Values<typeof realtimeVariables>): RealtimeConfig => ({
  realtime: {
    appId: e.REALTIME_APP_ID,
    key: e.REALTIME_APP_KEY,
    secret: e.REALTIME_APP_SECRET ?? 'sejour-secret',
    limits: {
      sockets: e.REALTIME_SOCKETS,
      socketsPerAddress: e.REALTIME_SOCKETS_PER_ADDRESS,
      socketsPerUser: e.REALTIME_SOCKETS_PER_USER,
      channelsPerSocket: e.REALTIME_CHANNELS_PER_SOCKET,
      framesPerSecond: e.REALTIME_FRAMES_PER_SECOND,
      clientEventsPerSecond: e.REALTIME_CLIENT_EVENTS_PER_SECOND,
      eventBytes: e.REALTIME_EVENT_BYTES,
      channelDataBytes: e.REALTIME_CHANNEL_DATA_BYTES,
      presenceMembers: e.REALTIME_PRESENCE_MEMBERS,
      bufferedBytes: e.REALTIME_BUFFERED_BYTES,
      activitySeconds: e.REALTIME_ACTIVITY_SECONDS,
    },
    leaseSeconds: e.REALTIME_LEASE_SECONDS,
  },
})
