import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { readAllChannelThreads, readChannelMessages, readChannelThreads } from './read.ts'
import { sendChannelMessage } from './send.ts'
import { sourceOf } from './sources.ts'

export const jobs = [sendChannelMessage, readChannelMessages, readChannelThreads, readAllChannelThreads]

/** Implements what stays and bookings need of channels: sending a message, and reading those of a booking. */
export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('requestMessages', (db, booking) => app.jobs.enqueue(db, readChannelMessages, booking))
  app.decorate('guestChannels', {
    async find(db, reservation_id) {
      const found = app.channelManager && (await queries.channelBookings.findConversation(db, { reservation_id }))
      return found && sourceOf(found.ota_name)
    },
    send: (tx, message_id) => app.jobs.enqueue(tx, sendChannelMessage, { message_id }),
  })
})
