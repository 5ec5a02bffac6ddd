import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Purpose } from '../../platform/lib/environment.ts'
import { ChannelManagerError, channelManagerAt } from './client.ts'
import type { ChannelConfig } from './config.ts'
import { startPushing } from './push-worker.ts'

const isChannelManagerAway = (error: unknown) => error instanceof ChannelManagerError && error.isAway

interface Options {
  config: ChannelConfig & Pick<Purpose, 'rehearsal'>
  standIn: { url: string; key: string } | undefined
  /** True if changed days are sent by themselves, as jobs run; by default as in production. */
  run: boolean | undefined
}

/** The channel manager of the configuration, or its stand-in; undefined without either, and in a rehearsal. */
export const channelManager = fp(async (app: FastifyInstance, { config, standIn, run = true }: Options) => {
  const server = config.rehearsal ? undefined : (config.channelManager ?? standIn)
  const client =
    server &&
    app.reports.calls('channels', app.outages.watch('channels', channelManagerAt(server), isChannelManagerAway))
  app.decorate('channelManager', client)
  if (!client) return
  let stop: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    if (run) stop = startPushing(app)
  })
  app.addHook('onClose', async () => {
    await stop?.()
    await client.close()
  })
})
