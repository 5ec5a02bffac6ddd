import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { z } from 'zod'
import { queries } from '../db/queries.ts'
import { AppError } from '../errors.ts'
import { failures } from '../http.ts'

const status = z.object({ status: z.literal('ok') })

/** /health/live (the process), /health/ready (and its database) and /metrics for Prometheus. */
export const operations: FastifyPluginAsyncZod = async (app) => {
  const unlimited = { rateLimit: false as const }
  app.get(
    '/health/live',
    {
      config: unlimited,
      schema: { tags: ['operations'], summary: 'The process answers', response: { 200: status, ...failures() } },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/health/ready',
    {
      config: unlimited,
      schema: {
        tags: ['operations'],
        summary: 'The service can serve: its database answers',
        response: { 200: status, ...failures(503) },
      },
    },
    async () => {
      if (app.stopping) throw new AppError('unavailable')
      await queries.operations.ping(app.db, {}).catch((cause: unknown) => {
        throw new AppError('unavailable', { cause })
      })
      return { status: 'ok' as const }
    },
  )
}

/** /metrics: durations of requests by route, and the process's own figures. Each app has its own registry. */
export const metrics = fp(async (app: FastifyInstance) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, next) => {
    const labels = { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode }
    durations.observe(labels, reply.elapsedTime / 1000)
    next()
  })
  app.decorate('metricsRegistry', registry)
  app.get('/metrics', { schema: { hide: true }, config: { rateLimit: false } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
})

declare module 'fastify' {
  interface FastifyInstance {
    metricsRegistry: Registry
  }
}
