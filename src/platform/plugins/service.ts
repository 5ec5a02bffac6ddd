import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Database } from '../db/client.ts'
import { DatabaseOutage } from '../db/outage.ts'
import { RequestContext, runForRequest, workContext } from '../lib/work-context.ts'
import type { ServerConfig } from './config.ts'
import { isForSocket } from './connections.ts'
import { logGone } from './logging.ts'

/** Basics of every part of the service: configuration, database, public address, and whether it is stopping. */
export const service = fp(async (app: FastifyInstance, { config, db }: { config: ServerConfig; db: Database }) => {
  app.decorate('db', db)
  app.decorate('databaseOutage', new DatabaseOutage(app.log))
  app.decorate('leaving', false)
  app.decorate('stopping', false)
  // Without one, on a developer's machine, it is the one that the client has used: a phone knows no `localhost`.
  app.decorate('publicUrl', {
    getter: () => config.publicUrl ?? workContext().request?.origin ?? localUrl(app.server, config),
  })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  app.addHook('onRequestAbort', async (request) => logGone(request))
  // A client that keeps its connection would hold up the stop, and a proxy would send its next request on one that ends.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    if (app.leaving) reply.header('connection', 'close')
    next()
  })
  // Work asks whether the client of a request still waits. Sockets are no requests: they outlive theirs.
  app.decorateRequest('requestContext', null)
  app.addHook('onRequest', (request, reply, next) => {
    if (isForSocket(request.raw)) return next()
    const isGone = () => reply.raw.destroyed && !reply.raw.writableEnded
    const origin = `${request.protocol}://${request.host}`
    request.requestContext = new RequestContext(isGone, request.ip, origin, request.routeOptions.url)
    runForRequest(request.requestContext, next, request.id)
  })
  // Reading the body has left the context of the request.
  app.addHook('preValidation', (request, _reply, next) => {
    if (request.requestContext === null || request.requestContext === workContext().request) next()
    else runForRequest(request.requestContext, next, request.id)
  })
  app.addHook('preClose', async () => {
    app.leaving = true
    app.stopping = true
  })
})

function localUrl(server: Server, config: ServerConfig): string {
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return `http://${host}:${port}`
}

declare module 'fastify' {
  interface FastifyInstance {
    databaseOutage: DatabaseOutage
    /** True if the service says that it is not ready, so that load balancers turn away; it serves all the same. */
    leaving: boolean
  }
  interface FastifyRequest {
    requestContext: RequestContext | null
  }
}
