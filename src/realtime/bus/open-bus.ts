import type { RealtimeContext } from '../context.ts'
import type { Bus } from './bus.ts'
import type { OutboxOptions } from './outbox.ts'
import { postgresBus } from './postgres-bus.ts'

/** The bus that the configuration asks for: Redis or Valkey with `REDIS_URL`, otherwise PostgreSQL. */
export async function openBus({
  config,
  db,
  log,
  wakeUps,
}: Pick<RealtimeContext, 'config' | 'log'> & Pick<OutboxOptions, 'db' | 'wakeUps'>): Promise<Bus> {
  const { leaseSeconds, appId } = config.realtime
  if (config.redisUrl === undefined) return postgresBus({ db, log, leaseSeconds, wakeUps })
  const { redisBus } = await import('./redis-bus.ts')
  return redisBus({ db, log, leaseSeconds, wakeUps, url: config.redisUrl, prefix: `sejour:${appId}` })
}
