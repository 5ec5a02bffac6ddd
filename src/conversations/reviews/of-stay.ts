import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Alongside } from '../../bookings/reservations/alongside.ts'
import { queries } from '../../platform/db/queries.ts'
import type { ConversationsContext } from '../context.ts'
import { showComment } from './schemas.ts'

export const reviewOf =
  (context: Pick<ConversationsContext, 'fileUrl'>): Alongside['reviewOf'] =>
  async (db, reservation_id, reader) => {
    const review = await queries.reviews.findOfStay(db, { reservation_id })
    return review ? showComment(context, review, reader) : null
  }

export const reviewsOfStays = fp(async (app: FastifyInstance) => {
  app.decorate('reviewOf', reviewOf(app))
})
