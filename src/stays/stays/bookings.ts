import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Bookings } from '../../homes/properties/bookings.ts'
import { queries } from '../../platform/db/queries.ts'

/** Answers what homes ask of their bookings. */
export const BOOKINGS: Bookings = {
  isGuest: async (db, who) => (await queries.stays.isGuest(db, who)).found,
  isBooked: async (db, home) => (await queries.stays.isBooked(db, home)).found,
  score: queries.stays.scoreHomes,
  homesOfSellers: queries.stays.countHomesOfSellers,
}

export const bookings = fp(async (app: FastifyInstance) => {
  app.decorate('bookings', BOOKINGS)
})
