import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Reports } from '../../platform/lib/reports.ts'
import { callMetrics } from './calls.ts'
import { keyMetrics } from './keys.ts'
import { metricsRoutes } from './metrics.routes.ts'
import { WATCHES } from './readings.ts'
import { watchSockets } from './sockets.ts'

/** A scrape waits this long for the database: a second longer than `database_up` needs. */
const READINGS_MS = 3_000

/**
 * Figures of the process: memory, collections of garbage, delays of the loop. They are watched once, because prom-client never stops
 * to watch.
 */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** Durations of requests by route, jobs, inbox and calls, in a registry of each app, beside the figures of the process. */
export const metrics = fp(async (app: FastifyInstance) => {
  const registry = new Registry()
  new Gauge({
    name: 'sejour_info',
    help: 'Always 1; the labels have the version',
    labelNames: ['version', 'node'] as const,
    registers: [registry],
  }).set({ version: packageJson.version, node: process.versions.node }, 1)
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
  const abandoned = new Counter({
    name: 'http_requests_abandoned_total',
    help: 'Requests whose client left before the answer; they have no duration',
    labelNames: ['method', 'route'] as const,
    registers: [registry],
  })
  app.addHook('onRequestAbort', async ({ method, routeOptions }) =>
    abandoned.inc({ method, route: routeOptions.url ?? 'unknown' }),
  )
  const moves = new Counter({
    name: 'reservations_moved_total',
    help: 'Reservations moved to a state by this node, including rolled-back transactions',
    labelNames: ['to'] as const,
    registers: [registry],
  })
  app.decorate('reports', {
    calls: callMetrics(registry),
    moved: (to) => moves.inc({ to }),
    key: keyMetrics(registry),
  } satisfies Reports)
  const readings = [...WATCHES, watchSockets].map((watch) => watch(app, registry))
  let running: Promise<unknown> | undefined
  await metricsRoutes(app, registry, async () => {
    // The database is read before the metrics are collected, because one query feeds several of them. One that hangs holds up no scrape:
    // a node would look as if it hung itself.
    running ??= Promise.all(readings.map((read) => read())).finally(() => {
      running = undefined
    })
    await Promise.race([running, delay(READINGS_MS, undefined, { ref: false })])
    return (await Promise.all([ofProcess, registry].map((part) => part.metrics()))).join('\n')
  })
})
