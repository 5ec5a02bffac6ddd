import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { AppError } from '../../platform/http/errors.ts'
import { isSameText } from '../../platform/lib/text.ts'
import { ownCompilers } from '../../platform/plugins/server-options.ts'

/**
 * /metrics on a port of its own (METRICS_PORT), which starts and stops with the service; on the public port behind
 * METRICS_TOKEN; open on the public port outside production only, and without either variable. Where there is a token, both
 * ports ask for it.
 */
export async function metricsRoutes(app: FastifyInstance, registry: Registry, read: () => Promise<string>) {
  const { metricsPort, metricsToken, production, host } = app.config
  const type = registry.contentType
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (metricsToken !== undefined && !hasToken(request, metricsToken)) throw new AppError('unauthenticated')
    return reply.type(type).send(await read())
  }
  if (metricsToken !== undefined || (metricsPort === undefined && !production)) {
    app.get('/metrics', { schema: { hide: true }, config: { rateLimit: false } }, answer)
  }
  if (metricsPort === undefined) return
  const server = Fastify({ forceCloseConnections: true, schemaController: ownCompilers })
  server.get('/metrics', answer)
  app.decorate('metricsServer', server)
  // Before the service is ready, so that a port in use is an error of the start.
  app.addHook('onReady', async () => {
    await server.listen({ port: metricsPort, host })
  })
  app.addHook('onClose', () => server.close())
}

const hasToken = ({ headers }: FastifyRequest, token: string): boolean =>
  isSameText(token, /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1])

declare module 'fastify' {
  interface FastifyInstance {
    /** Port of the metrics when METRICS_PORT is set. */
    metricsServer?: FastifyInstance
  }
}
