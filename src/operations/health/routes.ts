import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { failures } from '../../platform/http/envelope.ts'
import { AppError } from '../../platform/http/errors.ts'
import { askForWrites, type Health, healthOf } from './health.ts'

const status = z.object({ status: z.literal('ok') }).meta({ id: 'Healthy' })
const readiness = status.extend({
  reads: z.boolean().meta({ description: 'The database or a replica responds' }),
  writes: z.boolean().meta({ description: 'The database accepts writes' }),
})

const away = (details: { data?: Health; cause?: unknown } = {}) => {
  const { data, cause } = details
  return new AppError('unavailable', {
    cause,
    ...(data && { data: () => data }),
    headers: { 'retry-after': '5' },
  })
}

/** /health/live (the process), /health/ready (it can answer something) and /health/writable (it can change something). */
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
        summary: 'Check that the process is alive',
        description: 'Checks no dependencies, not even the database. While it responds, a restart does not help.',
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
        summary: 'Check that the service is ready for traffic',
        description: `For load balancers. Returns 503 while the database cannot be read, and as soon as the process is
          stopping. A replica is enough; with \`writes: false\` only reads work.`,
        response: { 200: readiness, ...failures() },
      },
    },
    async () => {
      if (app.leaving) throw away()
      const { reads, writes } = await healthOf(app.db)
      // Load balancers then refuse signatures of channels in this node's place.
      if (!reads) app.sockets.noteRefusal()
      const health = { reads: reads || (app.db.pool.replicas?.serve ?? false), writes }
      // Whatever changes something reads first, if only who asks.
      if (!health.reads) throw away({ data: health })
      return { status: 'ok' as const, ...health }
    },
  )

  app.get(
    '/health/writable',
    {
      config: unlimited,
      exposeHeadRoute: true,
      schema: {
        tags: ['operations'],
        operationId: 'checkWrites',
        summary: 'Check that the service can write',
        description:
          'For alerts: writes to the database and rolls back. Returns 503 if the database is read-only, full or unreachable.',
        response: { 200: status, ...failures() },
      },
    },
    async () => {
      if (app.leaving) throw away()
      await askForWrites(app.db).catch((cause: unknown) => {
        throw away({ cause })
      })
      return { status: 'ok' as const }
    },
  )
}
