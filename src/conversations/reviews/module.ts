import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { queries } from '../../platform/db/queries.ts'
import { reviewEvents } from './events.ts'
import { remindToReview } from './jobs.ts'
import { reviewRoutes } from './routes.ts'
import { showComment } from './schemas.ts'

export { expiries } from './retention.ts'
export const routes = [reviewRoutes]
export const jobs = [remindToReview]
export const subjects = [reviewEvents]
export const ports = fp(async (app: FastifyInstance) => {
  app.decorate('reviewOf', async (db, reservation_id, reader) => {
    const review = await queries.reviews.findOfStay(db, { reservation_id })
    return review ? showComment(app, review, reader) : null
  })
})
