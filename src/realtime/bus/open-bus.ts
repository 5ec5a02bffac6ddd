import type { Database } from '../../platform/db/client.ts'
import type { RealtimeContext } from '../context.ts'
import type { Bus } from './bus.ts'
import { postgresBus } from './postgres-bus.ts'

/** The bus that the configuration asks for: Redis or Valkey with `REDIS_URL`, otherwise PostgreSQL. */
export async function openBus({
  config,
  db,
  log,
}: Pick<RealtimeContext, 'config' | 'log'> & { db: Database }): Promise<Bus> {
  const { leaseSeconds, appId } = config.realtime
  if (config.redisUrl === undefined) return postgresBus({ db, log, leaseSeconds })
  const { redisBus } = await import('./redis-bus.ts')
  return redisBus({ db, log, leaseSeconds, url: config.redisUrl, prefix: `sejour:${appId}` })
}
