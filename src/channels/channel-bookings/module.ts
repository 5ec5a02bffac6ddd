import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { readFeed } from './feed.ts'
import { applyChannelEventJob } from './jobs.ts'
import { readPresentBookings, takePresentBooking } from './present-bookings.ts'
import { channelRoutes } from './routes.ts'

export const routes = [channelRoutes]
export const jobs = [applyChannelEventJob, readFeed, readPresentBookings, takePresentBooking]

export const plugin = fp(async (app: FastifyInstance) => {
  app.decorate('requestBookings', async (tx, mapped) => {
    if (app.channelManager) await app.jobs.enqueue(tx, readPresentBookings, { ...mapped, page: 1 })
  })
})
