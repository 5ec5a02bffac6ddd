import { count, text, type Values } from '../../platform/lib/environment.ts'
import { LIMITS, type RealtimeLimits } from './limits.ts'

export const realtimeVariables = {
  REALTIME_APP_ID: text.default('sejour'),
  REALTIME_APP_KEY: text.default('sejour-key'),
  REALTIME_APP_SECRET: text.optional(),
  REALTIME_SOCKETS: count(LIMITS.sockets),
}

/** Until 0.4 each limit was a variable: `socketsPerAddress` was `REALTIME_SOCKETS_PER_ADDRESS`. */
export const unusedRealtime: string[] = [...Object.keys(LIMITS), 'leaseSeconds']
  .map((name) => `REALTIME_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`)
  .filter((name) => !(name in realtimeVariables))

/** A node that is not heard of counts as alive for this long. */
const LEASE_SECONDS = 30

export interface RealtimeConfig {
  realtime: { appId: string; key: string; secret: string; limits: RealtimeLimits; leaseSeconds: number }
}

export const realtimeConfig = (e: Values<typeof realtimeVariables>): RealtimeConfig => ({
  realtime: {
    appId: e.REALTIME_APP_ID,
    key: e.REALTIME_APP_KEY,
    secret: e.REALTIME_APP_SECRET ?? 'sejour-secret',
    limits: { ...LIMITS, sockets: e.REALTIME_SOCKETS },
    leaseSeconds: LEASE_SECONDS,
  },
})
