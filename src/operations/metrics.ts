import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { countDeadLetters, countDue } from '../jobs/figures.ts'
import { countWaiting } from '../webhooks/figures.ts'
import { watchSockets } from './socket-metrics.ts'

/** /metrics: durations of requests by route, jobs, inbox, and figures of the process. Each app has its own registry. */
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
  const readings = [
    watchJobs(app, registry),
    watchDeadLetters(app, registry),
    watchInbox(app, registry),
    watchSockets(app, registry),
  ]
  app.get('/metrics', { schema: { hide: true }, config: { rateLimit: false } }, async (_request, reply) => {
    // The database is read before the metrics are collected, because one query feeds several of them.
    await Promise.all(readings.map((read) => read()))
    return reply.type(registry.contentType).send(await registry.metrics())
  })
})

/** Updates metrics from the database; they are missing while it is unavailable. */
type Reading = () => Promise<void>

const gauge = (registry: Registry, name: string, help: string) => new Gauge({ name, help, registers: [registry] })

const gaugeOfQueues = (registry: Registry, name: string, help: string) =>
  new Gauge({ name, help, labelNames: ['queue'] as const, registers: [registry] })

function watchJobs(app: FastifyInstance, registry: Registry): Reading {
  const due = gaugeOfQueues(registry, 'jobs_due', 'Jobs of each queue that are due or run')
  const oldest = gaugeOfQueues(
    registry,
    'jobs_oldest_seconds',
    'How long the oldest job of each queue has been due without a start',
  )
  return async () => {
    const queues = await countDue(app.db, {}).catch(() => [])
    due.reset()
    oldest.reset()
    for (const { queue, ...figures } of queues) {
      due.set({ queue }, figures.due)
      oldest.set({ queue }, figures.oldest_seconds)
    }
  }
}

function watchDeadLetters(app: FastifyInstance, registry: Registry): Reading {
  const dead = gaugeOfQueues(registry, 'jobs_dead_letters', 'Jobs of each queue that have failed for the last time')
  return async () => {
    const queues = await countDeadLetters(app.db, {}).catch(() => [])
    dead.reset()
    for (const { queue, letters } of queues) dead.set({ queue }, letters)
  }
}

/** Events of the inbox that have not been applied yet. */
function watchInbox(app: FastifyInstance, registry: Registry): Reading {
  const waiting = gauge(registry, 'inbox_waiting', 'Events that wait to be applied')
  const oldest = gauge(registry, 'inbox_oldest_seconds', 'How long the oldest event has waited to be applied')
  return async () => {
    const figures = await countWaiting(app.db, {}).catch(() => undefined)
    if (!figures) return
    waiting.set(figures.waiting)
    oldest.set(figures.oldest_seconds)
  }
}
