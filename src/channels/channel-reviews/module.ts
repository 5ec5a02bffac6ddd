import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { readAllChannelReviews, readChannelReviews } from './read.ts'
import { sendReviewReply } from './reply.ts'

export const jobs = [sendReviewReply, readChannelReviews, readAllChannelReviews]

/** Implements what reviews and bookings need of channels: sending a reply, and reading the reviews of a home. */
export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('requestReviews', (db, home) => app.jobs.enqueue(db, readChannelReviews, home))
  app.decorate('reviewChannels', {
    sendReply: (tx, review_id) => app.jobs.enqueue(tx, sendReviewReply, { review_id }),
  })
})
