import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Config } from '../config.ts'
import { type ChannelManager, channelManagerAt } from './client.ts'

/** The channel manager of the configuration; undefined without one. */
export const channelManager = fp(async (app: FastifyInstance, { config }: { config: Config }) => {
  const client = config.channelManager && channelManagerAt(config.channelManager)
  app.decorate('channelManager', client)
  app.addHook('onClose', () => client?.close())
})

declare module 'fastify' {
  interface FastifyInstance {
    channelManager: ChannelManager | undefined
  }
}
