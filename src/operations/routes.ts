import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { connected } from '../db/callers.ts'
import type { Database } from '../db/client.ts'
import { queries } from '../db/queries.ts'
import { failures } from '../http/envelope.ts'
import { AppError } from '../http/errors.ts'

const status = z.object({ status: z.literal('ok') })

/** /health/live (the process) and /health/ready (the process and its database). */
export const operations: FastifyPluginAsyncZod = async (app) => {
  const unlimited = { rateLimit: false as const }
  app.get(
    '/health/live',
    {
      config: unlimited,
      exposeHeadRoute: true,
      schema: {
        tags: ['operations'],
        operationId: 'checkLiveness',
        summary: 'The process answers',
        response: { 200: status, ...failures() },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/health/ready',
    {
      config: unlimited,
      exposeHeadRoute: true,
      schema: {
        tags: ['operations'],
        operationId: 'checkReadiness',
        summary: 'The service can serve: its database answers',
        response: { 200: status, ...failures(503) },
      },
    },
    async () => {
      if (app.leaving || app.stopping) throw new AppError('unavailable')
      await ping(app.db).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause, headers: { 'retry-after': '5' } })
      })
      return { status: 'ok' as const }
    },
  )
}

const PING_MS = 2_000
/** The question that is on its way, by pool. One is enough, however often a stopped database is asked. */
const pings = new WeakMap<Database, Promise<object>>()

/**
 * Asks the database for an answer. The question waits for nobody's place in the pool, so that many slow requests do not
 * make the service look unready. @throws Error when there is no answer in time.
 */
async function ping(db: Database): Promise<void> {
  let answer = pings.get(db)
  if (answer === undefined) {
    answer = connected(() => queries.operations.ping(db, {}))
    pings.set(db, answer)
    answer.finally(() => pings.delete(db)).catch(() => undefined)
  }
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${PING_MS} ms`)), PING_MS)
  await Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
