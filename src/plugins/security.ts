import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { AppError } from '../http/errors.ts'

const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** For JSON and pictures; the few pages set their own. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; img-src 'self'"

/** Whether a browser page of this origin may talk to us, over HTTP and over a socket alike. */
export function isAllowedOrigin(config: Config, origin: string): boolean {
  const listed = [...config.corsOrigins, config.frontendUrl, config.publicUrl]
  return listed.includes(origin) || (!config.production && LOCAL_ORIGIN.test(origin))
}

/**
 * Security headers, CORS by list, a ceiling on requests per address; and nothing is kept by caches but what says so
 * itself, and never what was answered to a token.
 */
export const security = fp(async (app: FastifyInstance, { config }: { config: Config }) => {
  await app.register(helmet, {
    // Ours never changes: written once below, where the plugin would assemble it anew for each answer.
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  app.addHook('onRequest', (_request, reply, next) => {
    reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
    next()
  })
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new AppError('tooManyRequests'),
  })
  // The plugin counts by route: what has none, and preflights, which are answered before it is asked, count here.
  const limit = app.rateLimit()
  app.addHook('onRequest', async function (request, reply) {
    if (request.is404 || request.method === 'OPTIONS') await limit.call(this, request, reply)
  })
  await app.register(cors, {
    origin: (origin, allow) => allow(null, origin !== undefined && isAllowedOrigin(config, origin)),
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (request.headers.authorization !== undefined || !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    next()
  })
})

/** A stricter ceiling for routes that take or send a secret: a route's `config`. */
export const credentialLimit = (perMinute: number) => ({ rateLimit: { max: perMinute, timeWindow: '1 minute' } })
