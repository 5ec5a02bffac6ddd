import type { LookupFunction } from 'node:net'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Purpose } from '../lib/environment.ts'
import type { OutboundConfig } from './config.ts'
import { guardedHttp } from './guarded.ts'
import type { GuardedHttp } from './outbound.ts'
import { rehearsed } from './rehearsal.ts'

export const outbound = fp(
  async (
    app: FastifyInstance,
    { config, resolve }: { config: OutboundConfig & Pick<Purpose, 'rehearsal'>; resolve: LookupFunction | undefined },
  ) => {
    const calendars = guardedHttp({ allowedHosts: config.outboundAllowedHosts, resolve })
    const callbacks = guardedHttp({ resolve })
    const webhooks = guardedHttp({ allowedHosts: config.webhookAllowedHosts, resolve })
    const watched = (peer: string, client: GuardedHttp) =>
      app.reports.calls(peer, rehearsed(config, peer, client, ['refuses']))
    app.decorate('outbound', {
      calendars: watched('calendars', calendars),
      callbacks: watched('callbacks', callbacks),
      webhooks: watched('webhooks', webhooks),
    })
    app.addHook('onClose', () => Promise.all([calendars, callbacks, webhooks].map((client) => client.close())))
  },
)
