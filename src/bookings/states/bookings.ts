import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { Bookings } from '../../homes/properties/bookings.ts'
import { queries } from '../../platform/db/queries.ts'

/** Answers what homes ask of their bookings. */
export const BOOKINGS: Bookings = {
  isGuest: async (db, who) => (await queries.states.isGuest(db, who)).found,
  isBooked: async (db, home) => (await queries.states.isBooked(db, home)).found,
  score: queries.states.scoreHomes,
  homesOfSellers: queries.states.countHomesOfSellers,
}

export const bookings = fp(async (app: FastifyInstance) => {
  app.decorate('bookings', BOOKINGS)
})
