import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { z } from 'zod'
import { ANY_SCOPE } from './scopes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The `Cache-Control` of a read that clients may keep, if they ask whether it still holds. */
    cacheControl?: string
  }
}

/** The options of a read of prices, availability, or anything that depends on the caller: kept by browsers only, and asked for each time. */
export const LIVE_READ = { config: { cacheControl: 'private, no-cache' } }

/** The options of a read of reference data, which is the same for everybody and rarely changes. */
export const REFERENCE_READ = { config: { cacheControl: 'public, max-age=300', scope: ANY_SCOPE } }

/** Headers that a read depends on, besides its address. CORS has put `Origin` there. */
const VARY = 'Accept-Language, Authorization'

/** True if `If-None-Match` names an ETag: the client has what it stands for. Pure. */
export const isNamed = (etag: string, header: string | undefined): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

const notModified = z.undefined().meta({
  description: 'Not modified: `If-None-Match` has the current ETag',
  headers: { etag: { description: 'ETag of the response that the client has cached', type: 'string' } },
})

/** The body decides the ETag: a plugin for this would answer 304 to writes as well (@fastify/etag 6). */
async function revalidate(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const { cacheControl } = request.routeOptions.config
  if (cacheControl === undefined || typeof payload !== 'string' || reply.statusCode !== 200) return payload
  const etag = `"${hash('sha1', payload, 'base64url')}"`
  const varied = reply.getHeader('vary')
  reply.headers({ etag, 'cache-control': cacheControl, vary: varied ? `${varied}, ${VARY}` : VARY })
  if (!isNamed(etag, request.headers['if-none-match'])) return payload
  reply.code(304).removeHeader('content-type')
  return ''
}

/** Adds an ETag to reads that opt in, and returns 304 to clients that have the current version (RFC 9110, 13.1.2). After the plugin of security. */
export const revalidation = fp(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if (route.config?.cacheControl === undefined) return
    // First, because Fastify takes the body from HEAD.
    route.onSend = [revalidate, route.onSend ?? []].flat()
    route.schema = { ...route.schema, response: Object.assign({ 304: notModified }, route.schema?.response) }
  })
})
