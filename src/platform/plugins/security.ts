import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import helmet from 'helmet'
import { AppError } from '../http/errors.ts'
import { originOf } from '../lib/environment.ts'
import type { ServerConfig } from './config.ts'

const LOCAL_ORIGIN = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Headers that pages of other origins may send and read. */
export const CORS = {
  methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: [
    'x-request-id',
    'retry-after',
    'etag',
    'content-language',
    'www-authenticate',
    'x-sejour-position',
    'x-sejour-degraded',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
  ],
  maxAge: 600,
}

/** The policy of JSON and pictures; pages set their own. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; frame-ancestors 'none'; img-src 'self'"

/** Makes the headers of every answer once; `@fastify/helmet` assembles them for each. */
function securityHeaders(): Record<string, string> {
  const headers: Record<string, string> = { 'content-security-policy': CONTENT_SECURITY_POLICY }
  const response = {
    setHeader: (name: string, value: string) => Object.assign(headers, { [name.toLowerCase()]: value }),
    removeHeader: () => {},
  }
  const set = helmet({ contentSecurityPolicy: false, crossOriginResourcePolicy: { policy: 'cross-origin' } })
  set({} as IncomingMessage, response as unknown as ServerResponse, () => {})
  return headers
}

/** True if pages of this origin may use the service, over HTTP and over a socket. */
export function isAllowedOrigin(config: ServerConfig, origin: string): boolean {
  const wanted = originOf(origin)
  const own = [config.frontendUrl, config.publicUrl].flatMap((url) => (url === undefined ? [] : [originOf(url)]))
  return [...config.corsOrigins, ...own].includes(wanted) || (!config.production && LOCAL_ORIGIN.test(wanted))
}

/**
 * Security headers, CORS by list, and a rate limit per address. Answers are not cached unless they say so; those to a token
 * only if their route says so (src/platform/http/revalidation.ts).
 */
export const security = fp(async (app: FastifyInstance, { config }: { config: ServerConfig }) => {
  const headers = securityHeaders()
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers)
    next()
  })
  await app.register(rateLimit, {
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: () => new AppError('tooManyRequests'),
  })
  // The plugin counts by route. Requests without a route and preflights, which are answered earlier, are counted here.
  const limit = app.rateLimit()
  app.addHook('onRequest', async function (request, reply) {
    if (request.is404 || request.method === 'OPTIONS') await limit.call(this, request, reply)
  })
  await app.register(cors, {
    origin: (origin, allow) => allow(null, origin !== undefined && isAllowedOrigin(config, origin)),
    ...CORS,
  })
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (request.headers.authorization !== undefined || !reply.hasHeader('cache-control')) {
      reply.header('cache-control', 'no-store')
    }
    next()
  })
})

/** The options of a route with a stricter limit, such as one that takes or sends a secret. */
export const perMinute = (max: number) => ({ config: { rateLimit: { max, timeWindow: '1 minute' } } })
