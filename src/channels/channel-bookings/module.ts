import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { readFeed } from './feed.ts'
import { applyChannelEventJob } from './jobs.ts'
import { readPresentBookings, takePresentBooking } from './present-bookings.ts'
import { channelRoutes } from './routes.ts'

export { expiries } from './stuck.ts'
export const routes = [channelRoutes]
export const jobs = [applyChannelEventJob, readFeed, readPresentBookings, takePresentBooking]

/** Implements what stays and the channel manager need of bookings. */
export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('channelConnections', {
    async isConnected(db, reservation_id) {
      const is_fetched = app.config.channelManager !== undefined
      return (await queries.channelBookings.findConnection(db, { reservation_id, is_fetched })) !== undefined
    },
  })
  app.decorate('requestBookings', async (tx, mapped) => {
    if (app.channelManager) await app.jobs.enqueue(tx, readPresentBookings, { ...mapped, page: 1 })
  })
})
