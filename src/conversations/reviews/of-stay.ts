import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { showComment } from './schemas.ts'

export const reviewsOfStays = fp(async (app: FastifyInstance) => {
  app.decorate('reviewOf', async (db, reservation_id, reader) => {
    const review = await queries.reviews.findOfStay(db, { reservation_id })
    return review ? showComment(app, review, reader) : null
  })
})
