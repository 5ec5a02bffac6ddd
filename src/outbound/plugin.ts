import type { LookupFunction } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { guardedHttp } from './guarded.ts'
import type { Outbound } from './outbound.ts'

export const outbound = fp(
  async (app: FastifyInstance, { config, resolve }: { config: Config; resolve: LookupFunction | undefined }) => {
    const calendars = guardedHttp({ allowedHosts: config.outboundAllowedHosts, resolve })
    const callbacks = guardedHttp({ resolve })
    const webhooks = guardedHttp({ allowedHosts: config.webhookAllowedHosts, resolve })
    app.decorate('outbound', {
      calendars: app.reports.calls('calendars', calendars),
      callbacks: app.reports.calls('callbacks', callbacks),
      webhooks: app.reports.calls('webhooks', webhooks),
    })
    app.addHook('onClose', () => Promise.all([calendars, callbacks, webhooks].map((client) => client.close())))
  },
)

declare module 'fastify' {
  interface FastifyInstance {
    outbound: Outbound
  }
}
