import { Redis } from 'ioredis'

const CONNECT_MS = 10_000
/** How long to wait for a reply of Redis before closing the connection. */
const SILENCE_MS = 2_000
const MAX_RECONNECT_MS = 2_000

/**
 * A connection that fails at once while Redis is away, and soon when it hangs, and reconnects by itself. RESP2 is what every version
 * speaks.
 */
export function redisConnection(url: string): Redis {
  return new Redis(url, {
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 100, MAX_RECONNECT_MS),
  })
}
