import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { guardedHttp } from './guarded.ts'
import type { Outbound } from './outbound.ts'

export const outbound = fp(async (app: FastifyInstance, { config }: { config: Config }) => {
  const http = guardedHttp(config.outboundAllowedHosts)
  app.decorate('outbound', app.reports.calls('calendars', http))
  app.addHook('onClose', () => http.close())
})

declare module 'fastify' {
  interface FastifyInstance {
    outbound: Outbound
  }
}
